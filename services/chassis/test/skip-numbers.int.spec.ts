import { skipNumbersCommand } from '../src/admin/skip-numbers';
import { type AdminProgram } from '../src/admin/command';
import { type ServiceConfig } from '../src/config/service-config';
import { type Database } from '../src/postgres/database';
import { chassisMigrations } from '../src/postgres/migrate';
import { type Restoration } from '../src/restore/restoration';
import { callAdmin, callAdminJson } from '../src/testing/admin-call';
import { openTestDatabase } from '../src/testing/postgres';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase('skipped numbers', [chassisMigrations.admin]);
  await db.query('create sequence tickets start with 101');
  await db.query('create table feeds (last_number bigint not null)');
  await db.query('insert into feeds values (5)');
});
afterAll(() => db.close());

const restoration: Restoration = {
  ...{ service: 'shop', topics: [], rebuild: () => Promise.resolve([]), neverRestored: [] },
  numbers: [{ sequence: 'tickets', shownBy: () => undefined }],
};
const program: AdminProgram<ServiceConfig> = {
  ...{ service: 'shop', migrations: [chassisMigrations.admin] },
  loadConfig: () => ({}) as ServiceConfig,
  commands: [
    skipNumbersCommand(restoration, async (tx, numbers) => {
      await tx.query('update feeds set last_number = last_number + $1', [numbers]);
    }),
  ],
};
const env = () => ({ POSTGRES_URL: db.url, LOG_LEVEL: 'silent' });
const skip = (...args: readonly string[]) => callAdminJson(program, env(), ['restore', 'skip-numbers', ...args]);

const next = async (): Promise<readonly number[]> => {
  const [row] = await db.query<{ ticket: number; feed: number }>(
    `select nextval('tickets') as ticket, last_number as feed from feeds`,
  );
  return [row?.ticket ?? 0, row?.feed ?? 0];
};

it('leaves out as many numbers of each kind as it is told, and none in a dry run', async () => {
  expect(await next()).toEqual([101, 5]);
  expect((await skip('--count', '1000')).rows).toEqual([{ sequence: 'tickets', lastNumber: 1_101 }]);
  expect(await next()).toEqual([102, 5]);

  const applied = await skip('--count', '1000', '--apply', '--by', 'Rita', '--why', 'INC-7');

  expect(applied).toMatchObject({ exitCode: 0, rows: [{ sequence: 'tickets', lastNumber: 1_102 }] });
  expect(await next()).toEqual([1_103, 1_005]);
});

it.each([[[]], [['--count', '0']], [['--count', '10000001']], [['--count', 'many']]])('refuses %j', async (args) => {
  const { exitCode, told } = await callAdmin(program, env(), ['restore', 'skip-numbers', ...args]);

  expect(exitCode).toBe(2);
  expect(told).toContain('--count must be a whole number');
});
