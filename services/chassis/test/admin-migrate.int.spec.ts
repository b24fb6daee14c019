import { type AdminProgram } from '../src/admin/command';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { callAdmin, callAdminJson } from '../src/testing/admin-call';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';

const program: AdminProgram = {
  service: 'shop',
  migrations: [chassisMigrations.admin, chassisMigrations.outbox],
  loadConfig: () => ({}),
  commands: [],
};

let server: TestDatabase;
let urls: { readonly own: string; readonly bus: string };

const onServer = (suffix: string): string => {
  const url = new URL(server.url);
  url.pathname += suffix;
  return url.href;
};

/** Databases that nobody has made yet. */
beforeEach(async () => {
  server = await createTestDatabase('admin_migrate');
  urls = { own: onServer('_own'), bus: onServer('_bus') };
});
afterEach(async () => {
  const db = openDatabase({ url: server.url, name: 'cleaning' });
  for (const url of [urls.own, urls.bus])
    await db.query(`drop database if exists "${new URL(url).pathname.slice(1)}" with (force)`);
  await db.close();
  await server.drop();
});

const envOf = (more: Readonly<Record<string, string>> = {}) => ({
  ...{ POSTGRES_URL: urls.own, BUS_POSTGRES_URL: urls.bus, LOG_LEVEL: 'silent' },
  ...more,
});
const json = (args: readonly string[], env = envOf()) => callAdminJson(program, env, ['migrate', ...args]);

const read = async <T extends object>(url: string, sql: string): Promise<T[]> => {
  const db: Database = openDatabase({ url, name: 'reading' });
  try {
    return await db.query<T>(sql);
  } finally {
    await db.close();
  }
};

const databases = (rows: readonly Readonly<Record<string, unknown>>[]): unknown[] => [
  ...new Set(rows.map(({ database }) => database)),
];
const nameOf = (url: string): string => new URL(url).pathname.slice(1);

describe('migrate', () => {
  it('says what is missing, and changes nothing without --apply', async () => {
    const { exitCode, rows, summary } = await json([]);

    expect(exitCode).toBe(1);
    expect(databases(rows)).toEqual([nameOf(urls.own), nameOf(urls.bus)]);
    expect(rows).toContainEqual({ database: nameOf(urls.own), file: 'outbox/0001-outbox.sql' });
    expect(summary).toContain('file(s) are missing.\nNothing was changed: add --apply to do it.');
    await expect(read(urls.own, 'select')).rejects.toThrow('does not exist');
  });

  it('creates the databases, applies what they lack, and records the step under the name of a deployment', async () => {
    const { exitCode, rows } = await json(['--apply']);

    expect([exitCode, databases(rows)]).toEqual([0, [nameOf(urls.own), nameOf(urls.bus)]]);
    expect(await read(urls.own, 'select command, made_by, why, exit_code from admin_steps')).toEqual([
      { command: 'migrate', made_by: 'deployment', why: expect.stringMatching(/^release \d/), exit_code: 0 },
    ]);
    expect(await read(urls.bus, 'select 1 from bus_partitions limit 0')).toEqual([]);

    expect(await json(['--apply'])).toEqual({ exitCode: 0, rows: [], summary: 'Every file is there already.' });
  });

  it('records the step as the role of the migration where the address names none, as in containers', async () => {
    const withoutRole = new URL(urls.own);
    [withoutRole.username, withoutRole.password] = ['', ''];
    const kafka = { KAFKA_BROKERS: '127.0.0.1:1', SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1', BUS_POSTGRES_URL: '' };
    const env = envOf({ ...kafka, POSTGRES_URL: withoutRole.href, MIGRATION_POSTGRES_URL: server.url });

    expect((await json(['--apply'], env)).exitCode).toBe(0);
    expect(await read(urls.own, 'select command from admin_steps')).toEqual([{ command: 'migrate' }]);
  });

  it('leaves the log in PostgreSQL alone where the bus is Kafka', async () => {
    const kafka = { KAFKA_BROKERS: '127.0.0.1:1', SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1' };

    expect(databases((await json(['--apply'], envOf(kafka))).rows)).toEqual([nameOf(urls.own)]);
  });

  it('works under a role of its own, whose address names any database of the server', async () => {
    const role = new URL(server.url);
    role.searchParams.set('application_name', 'migrator');
    const wrong = new URL(urls.own);
    wrong.username = 'nobody';

    const { exitCode } = await json(
      ['--apply', '--by', 'Rita', '--why', 'INC-7'],
      envOf({ BUS_POSTGRES_URL: '', MIGRATION_POSTGRES_URL: role.href }),
    );

    expect(exitCode).toBe(0);
    expect(await read(urls.own, 'select made_by from admin_steps')).toEqual([{ made_by: 'Rita' }]);
    const refused = await callAdmin(program, envOf({ MIGRATION_POSTGRES_URL: wrong.href }), ['migrate', '--apply']);
    expect(refused.exitCode).toBe(3);
  });

  it('names a migration that was changed after it was applied', async () => {
    await json(['--apply']);
    await read(urls.own, `update schema_files set checksum = 'another' where name = 'outbox/0001-outbox.sql'`);

    const { exitCode, told } = await callAdmin(program, envOf(), ['migrate', '--apply']);

    expect(exitCode).toBe(3);
    expect(told).toContain('Changed after they were applied to this database: outbox/0001-outbox.sql.');
  });
});
