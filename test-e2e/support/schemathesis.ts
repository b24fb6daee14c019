import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { folderOf, installPython } from '../../deploy/test/python-packages';

const run = promisify(execFile);

/** Pinned, since each release tries other requests: a fault that CI finds must be found again. */
const version = '4.32.5';

/** Beyond the time that was asked for, until what is under way has ended and the report is written. */
const endTimeoutMs = 60_000;

/** The report names each request that failed, so it may be long. */
const reportBytesMax = 64 * 1_024 * 1_024;

const packages = [`schemathesis==${version}`];
const folder = folderOf(packages);

export const installSchemathesis = (): Promise<string> => installPython(packages);

export interface FuzzRun {
  readonly baseUrl: string;
  readonly token: string;
  readonly seed: number;
  readonly seconds: number;
  /** By operationId: what would end the run, or its own rights. */
  readonly without: readonly string[];
}

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

/** Errors of Node's own modules are of another realm than a test, so `instanceof` does not know them. */
const reportOf = (fault: unknown): string => {
  if (typeof fault === 'object' && fault !== null && 'stdout' in fault && fault.stdout !== '')
    return String(fault.stdout);
  throw fault;
};
