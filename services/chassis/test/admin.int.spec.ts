import { RefusedError, type AdminCommand, type AdminProgram } from '../src/admin/command';
import { type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { callAdmin, callAdminJson } from '../src/testing/admin-call';
import { createTestDatabase, openTestDatabase } from '../src/testing/postgres';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase('admin', [chassisMigrations.admin]);
  await db.query('create table shelf (thing text primary key)');
});
afterAll(() => db.close());

const put: AdminCommand = {
  name: 'put',
  summary: 'puts a thing on the shelf',
  positionals: ['thing'],
  changes: true,
  run: async (context, args) => {
    const thing = args.positional('thing');
    if (thing === 'nothing') throw new RefusedError('Nothing cannot be put.');
    if (!context.isApplied) return { summary: `Would put ${thing}.` };
    context.report('putting');
    await context.db.query('insert into shelf values ($1)', [thing]);
    return { rows: [{ thing }], summary: `Put ${thing}.` };
  },
};
const look: AdminCommand<{ readonly eyes: number }> = {
  name: 'look',
  summary: 'looks at the shelf',
  changes: false,
  run: async ({ db: shelf, config, isApplied }) => ({
    rows: await shelf.query('select thing from shelf order by thing'),
    summary: `Seen with ${config.eyes} eyes; ${isApplied}.`,
    exitCode: 1,
  }),
};
const program: AdminProgram<{ readonly eyes: number }> = {
  service: 'shop',
  migrations: [chassisMigrations.admin],
  loadConfig: (env) => ({ eyes: Number(env['EYES']) }),
  commands: [put, look],
};

const envOf = () => ({ POSTGRES_URL: db.url, EYES: '2', LOG_LEVEL: 'silent' });
const call = (...args: readonly string[]) => callAdmin(program, envOf(), args);
const json = (...args: readonly string[]) => callAdminJson(program, envOf(), args);
const signed = ['--apply', '--by', 'Rita', '--why', 'INC-7'];
const steps = async () => (await json('steps')).rows;

describe('a command of an operator', () => {
  it('says what it would do, and does nothing', async () => {
    const { exitCode, text } = await call('put', 'a cup');

    expect(exitCode).toBe(0);
    expect(text).toContain('Would put a cup.');
    expect(text).toContain('Nothing was changed: add --apply --by NAME --why TEXT to do it.');
    expect(await db.query('select from shelf')).toEqual([]);
    expect(await steps()).toEqual([]);
  });

  it('is done with --apply, and recorded with who did it and why', async () => {
    const { exitCode, rows, summary } = await json('put', 'a cup', ...signed);

    expect({ exitCode, rows, summary }).toEqual({ exitCode: 0, rows: [{ thing: 'a cup' }], summary: 'Put a cup.' });
    expect(await steps()).toEqual([
      {
        ...{ command: 'put', arguments: { thing: 'a cup' }, by: 'Rita', why: 'INC-7', exitCode: 0 },
        ...{ outcome: 'Put a cup.', startedAt: expect.any(String), endedAt: expect.any(String) },
      },
    ]);
  });

  it('that fails is recorded with its fault, and one that is refused with the reason', async () => {
    const again = await call('put', 'a cup', ...signed);
    const refused = await call('put', 'nothing', ...signed);

    expect(again).toMatchObject({ exitCode: 3, told: expect.stringContaining('duplicate key') });
    expect(refused).toMatchObject({ exitCode: 1, told: 'Nothing cannot be put.\n' });
    expect((await steps()).map(({ exitCode, outcome }) => [exitCode, outcome])).toEqual([
      [1, 'Nothing cannot be put.'],
      [3, expect.stringContaining('duplicate key')],
      [0, 'Put a cup.'],
    ]);
  });

  it('that changes nothing is not recorded, reads the settings of its service and ends with its own code', async () => {
    const before = await steps();
    const { exitCode, rows, summary } = await json('look');

    expect({ exitCode, rows, summary }).toEqual({
      ...{ exitCode: 1, rows: [{ thing: 'a cup' }], summary: 'Seen with 2 eyes; true.' },
    });
    expect(await steps()).toEqual(before);
  });

  it('with wrong usage ends with 2 and shows the usage', async () => {
    const unknown = await call('throw');
    const unsigned = await call('put', 'a pot', '--apply');

    expect(unknown).toMatchObject({ exitCode: 2, told: expect.stringContaining("There is no command 'throw'.") });
    expect(unknown.told).toContain('put* <thing>');
    expect(unsigned).toMatchObject({ exitCode: 2, told: expect.stringContaining('--by is needed') });
    expect((await call('--help')).text).toContain('Usage: repasse-admin shop <command>');
  });

  it('without a database, or with one that is away, says so', async () => {
    const without = await callAdmin(program, {}, ['look']);
    const away = await callAdmin(program, { ...envOf(), POSTGRES_URL: 'postgres://localhost:1/none' }, ['look']);

    expect(without).toMatchObject({ exitCode: 2, told: expect.stringContaining('POSTGRES_URL is missing.') });
    expect(away).toMatchObject({ exitCode: 3, told: expect.stringContaining('ECONNREFUSED') });
  });
});

it('a command that makes the table of steps is recorded behind its work', async () => {
  const { url, drop } = await createTestDatabase('admin first');
  const env = { ...envOf(), POSTGRES_URL: url };
  const first: AdminCommand = {
    ...{ name: 'first', summary: 'migrates', changes: true },
    run: async (context) => {
      await migrate(context.db, context.migrations);
      return { summary: 'Migrated.' };
    },
  };
  try {
    const { exitCode } = await callAdmin({ ...program, commands: [first] }, env, ['first', ...signed]);
    const { rows } = await callAdminJson(program, env, ['steps']);

    expect(exitCode).toBe(0);
    expect(rows).toMatchObject([{ command: 'first', outcome: 'Migrated.', exitCode: 0 }]);
  } finally {
    await drop();
  }
});
