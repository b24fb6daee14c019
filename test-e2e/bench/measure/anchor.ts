import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { Client } from 'pg';
import { closedLoop } from '../load/closed-loop';
import { type Table } from '../report/table';
import { anchorStatement, anchorTables } from './anchor-script';
import { type Bench } from './bench';

const run = promisify(execFile);

export const anchorTable = 'anchor';

const clients = 32;
const durationSeconds = 5;
/** Connecting 32 clients comes before the seconds that are counted. */
const pgbenchTimeoutMs = 60_000;

/** A random number for each transaction; who draws one twice fails, which eighteen digits rule out. */
const [idMin, idMax] = [100_000_000_000_000, 999_999_999_999_999_999n];

type Protocol = 'simple' | 'prepared';

/** What this PostgreSQL on this machine can do with our rows at all, so that rates of other machines can be compared. */
export const measureAnchor = async ({ system, report }: Bench): Promise<readonly Table[]> => {
  const url = `${system.stack.postgresUrl}/repasse_bench_anchor`;
  await makeTables(url);
  const hasPgbench = await run('pgbench', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  const rate = (protocol: Protocol) =>
    hasPgbench === undefined ? rateOfPg(url, protocol) : rateOfPgbench(url, protocol);
  const rows = [];
  for (const protocol of ['simple', 'prepared'] as const) {
    const perSecond = await rate(protocol);
    report(`  anchor, ${protocol}: ${perSecond.toFixed(0)}/s`);
    rows.push({ name: protocol, values: [perSecond] });
  }
  const by = hasPgbench ?? 'node-postgres, because pgbench is not installed: it takes more CPU, so the rate is lower';
  return [
    {
      ...{ id: anchorTable, title: `Our rows on this PostgreSQL, one transaction each, ${clients} clients` },
      ...{ columns: ['per second'], rows, notes: [`By ${by}.`] },
    },
  ];
};

const makeTables = async (url: string): Promise<void> => {
  await ensureDatabase(url);
  const client = new Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  await client.query(anchorTables);
  await client.end();
};

const rateOfPgbench = async (url: string, protocol: Protocol): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-pgbench-'));
  const script = join(folder, 'charge.sql');
  const { hostname, port, username, password, pathname } = new URL(url);
  // pgbench ends a statement at the end of its line only behind a semicolon.
  writeFileSync(script, `\\set id random(${idMin}, ${idMax})\n${anchorStatement(':id')};\n`);
  const connection = ['-h', hostname, '-p', port, '-U', username];
  const load = ['-n', '-M', protocol, '-c', String(clients), '-j', '2', '-T', String(durationSeconds), '-f', script];
  try {
    const { stdout } = await run('pgbench', [...connection, ...load, pathname.slice(1)], {
      env: { ...process.env, PGPASSWORD: decodeURIComponent(password) },
      timeout: pgbenchTimeoutMs,
    });
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The same statement through the driver that the services use. */
const rateOfPg = async (url: string, protocol: Protocol): Promise<number> => {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client({ connectionString: url, application_name: 'bench' });
      await client.connect();
      return client;
    }),
  );
  const idle = [...connections];
  let id = BigInt(idMin);
  const insert = async (): Promise<void> => {
    const client = idle.pop();
    id += 1n;
    if (protocol === 'simple') await client?.query(anchorStatement(String(id)));
    else await client?.query({ name: 'charge', text: anchorStatement('$1::text'), values: [String(id)] });
    if (client !== undefined) idle.push(client);
  };
  const { ratePerSecond } = await closedLoop({ clients, warmUpMs: 500, durationMs: durationSeconds * 1_000 }, insert);
  await Promise.all(connections.map((client) => client.end()));
  return ratePerSecond;
};
