import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Pinned, since each release tries other requests: a fault that CI finds must be found again. */
const version = '4.32.5';

const folder = join(__dirname, '../../node_modules/.cache', `schemathesis-${version}`);

const installTimeoutMs = 180_000;

/** Beyond the time that was asked for, until what is under way has ended and the report is written. */
const endTimeoutMs = 60_000;

/** The report names each request that failed, so it may be long. */
const reportBytesMax = 64 * 1_024 * 1_024;

/** Fetches it from PyPI once, into a folder of its own. */
export const installSchemathesis = async (): Promise<void> => {
  if (existsSync(folder)) return;
  const part = `${folder}.${process.pid}`;
  const args = ['-m', 'pip', '-q', 'install', '--target', part, `schemathesis==${version}`];
  await run('python3', args, { timeout: installTimeoutMs });
  renameSync(part, folder);
};

export type FuzzRun = {
  readonly baseUrl: string;
  readonly token: string;
  readonly seed: number;
  readonly seconds: number;
  /** By operationId: what would end the run, or its own rights. */
  readonly without: readonly string[];
};

/** No 5xx, and no status, media type or body that the description does not know. */
const checks = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance'],
  'response_schema_conformance',
];

/** Sends what the description allows, and what it does not, for so long. Returns the report of a run that found faults. */
export const fuzz = async (o: FuzzRun): Promise<string | undefined> => {
  const args = [
    ...['-m', 'schemathesis.cli', 'run', `${o.baseUrl}/openapi.json`],
    ...['--url', o.baseUrl, '-H', `Authorization: Bearer ${o.token}`, '--checks', checks.join(',')],
    ...['--seed', String(o.seed), '--max-time', String(o.seconds), '--phases', 'examples,coverage,fuzzing'],
    ...['--continue-on-failure', '--no-color'],
    ...o.without.flatMap((operation) => ['--exclude-operation-id', operation]),
  ];
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  const timeout = o.seconds * 1_000 + endTimeoutMs;
  try {
    // It keeps what it found in the folder it runs in.
    await run('python3', args, { env, timeout, cwd: folder, maxBuffer: reportBytesMax });
    return undefined;
  } catch (fault) {
    return reportOf(fault);
  }
};

const reportOf = (fault: unknown): string => {
  if (fault instanceof Error && 'stdout' in fault && String(fault.stdout) !== '') return String(fault.stdout);
  throw fault;
};
