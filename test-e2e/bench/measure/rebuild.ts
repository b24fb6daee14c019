import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { migrate } from '@repasse/chassis/postgres/migrate';
import { projectRoot } from '../../../deploy/local/project-root';
import { migrations } from '../../../services/invoice-query/src/migrations';
import { type Row, type Table } from '../report/table';
import { type Bench } from './bench';
import { copyArchive } from './copied-archive';
import { journeysOneByOne } from './statements';

const run = promisify(execFile);

const rebuildTimeoutMs = 120_000;

/** Some 250 events, which are copied into some 60,000. */
const journeys = 24;

interface Rebuilt {
  readonly projection: string;
  readonly eventsApplied: number;
  readonly durationMs: number;
}

/** Builds the views anew, as an operator does, from copies of what journeys leave in the archive. */
export const measureRebuild = async (bench: Bench): Promise<readonly Table[]> => {
  const { postgresUrl } = bench.system.stack;
  const copy = `${postgresUrl}/bench_rebuild`;
  const merchant = await bench.merchant();
  const since = await bench.follower.mark();
  await journeysOneByOne(journeys, merchant, bench.follower);
  merchant.close();
  await makeEmpty(copy);
  const archived = await copyArchive({ from: `${postgresUrl}/repasse_invoice_query`, to: copy, since });
  const rebuilt = await rebuild(copy);
  const allMs = rebuilt.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const rows = [...rebuilt, { projection: 'every view', eventsApplied: archived, durationMs: allMs }].map(rowOf);
  for (const { name, values } of rows) bench.report(`  rebuild of ${name}: ${values[0]?.toFixed(0) ?? ''}/s`);
  return [{ id: 'rebuild', title: 'Views built anew from the archive', columns: ['per second', 'events', 's'], rows }];
};

const makeEmpty = async (url: string): Promise<void> => {
  await ensureDatabase(url);
  const db = openDatabase({ url, name: 'bench rebuild' });
  try {
    await migrate(db, migrations);
  } finally {
    await db.close();
  }
};

const rowOf = ({ projection, eventsApplied, durationMs }: Rebuilt): Row => {
  const seconds = durationMs / 1_000;
  return { name: projection, values: [eventsApplied / seconds, eventsApplied, seconds] };
};

/** Each view is a row that says what it took. */
const rebuild = async (postgresUrl: string): Promise<readonly Rebuilt[]> => {
  const command = join(projectRoot, 'services', 'invoice-query', 'dist', 'admin.js');
  const args = [command, 'rebuild', '--apply', '--by', 'bench', '--why', 'measured', '--json'];
  const { stdout } = await run(process.execPath, args, {
    env: { PATH: process.env['PATH'], POSTGRES_URL: postgresUrl, LOG_LEVEL: 'info' },
    timeout: rebuildTimeoutMs,
  });
  return (JSON.parse(stdout) as { readonly rows: readonly Rebuilt[] }).rows;
};
