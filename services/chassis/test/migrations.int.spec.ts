import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { requireSchema } from '../src/postgres/require-schema';
import { openSession } from '../src/postgres/session';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { eventually } from '../src/testing/eventually';

let folder: string;
let database: TestDatabase;
let own: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(folder, 'functions'));
  database = await createTestDatabase('migrations');
  own = openDatabase({ url: database.url, name: 'migrations-test' });
});
afterEach(async () => {
  await own.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (file: string, sql: string): Promise<void> => writeFile(join(folder, file), sql);
const run = (): Promise<readonly string[]> => migrate(own, [folder]);
const require = (): Promise<void> => requireSchema(own, [folder]);
/** As the names of files are kept. */
const named = (file: string): string => `${folder.split('/').at(-1) ?? ''}/${file}`;

const notes = 'create table notes (body text);';
const functionThat = (version: number, result: string): string =>
  `-- version: ${version}
   insert into notes values ('applied');
   create or replace function word() returns text language sql as $$ select '${result}' $$;`;
const wordInDatabase = async (): Promise<unknown> => (await own.query<{ word: string }>('select word()'))[0]?.word;
const timesApplied = async (): Promise<number> => (await own.query('select from notes')).length;

describe('the migration step', () => {
  it('runs each file once, whoever comes first, question marks and all', async () => {
    await write(
      '0001-notes.sql',
      `create table notes (body jsonb check (body ? 'text'));\ninsert into notes values ('{"text": "one"}');`,
    );
    await write(
      'functions/words.sql',
      `-- version: 1
       insert into notes values ('{"text": "two"}');
       create or replace function has_text(body jsonb) returns boolean language sql as $$ select body ? 'text' $$;`,
    );
    const sets = [chassisMigrations.eventStore, chassisMigrations.consumer, chassisMigrations.outbox, folder];

    await Promise.all([migrate(own, sets), migrate(own, sets)]);

    expect(await migrate(own, sets)).toEqual([]);
    expect(await own.query('select body, has_text(body) as has from notes')).toEqual([
      { body: { text: 'one' }, has: true },
      { body: { text: 'two' }, has: true },
    ]);
  });

  it('applies a function again when its file was changed, and only then', async () => {
    await write('0001-notes.sql', notes);
    await write('functions/word.sql', functionThat(1, 'first'));
    await run();
    await write('0002-more.sql', 'create table more (body text);');
    expect(await run()).toEqual([named('0002-more.sql')]);
    expect([await wordInDatabase(), await timesApplied()]).toEqual(['first', 1]);

    await write('functions/word.sql', functionThat(2, 'second'));
    await Promise.all([run(), run()]);

    expect([await wordInDatabase(), await timesApplied()]).toEqual(['second', 2]);
  });

  it('leaves a function of a higher number alone: a newer release brought it', async () => {
    await write('0001-notes.sql', notes);
    await write('functions/word.sql', functionThat(10, 'newer'));
    await run();

    await write('functions/word.sql', functionThat(9, 'older'));

    expect(await run()).toEqual([]);
    await require();
    expect(await wordInDatabase()).toBe('newer');
  });

  it('refuses a function without a number', async () => {
    await write('functions/word.sql', 'create function word() returns text language sql as $$ select 1 $$;');

    await expect(run()).rejects.toThrow('functions/word.sql does not begin with a line "-- version: N"');
  });

  it('takes up a database whose files were listed without numbers, by the builds before them', async () => {
    await write('0001-notes.sql', notes);
    await write('functions/word.sql', functionThat(1, 'first'));
    await run();
    await own.query('alter table schema_files drop column version, drop column applied_at');
    await write('functions/word.sql', functionThat(1, 'second'));

    expect(await run()).toEqual([named('functions/word.sql')]);
    expect(await own.query('select name, version from schema_files order by name')).toEqual([
      { name: named('0001-notes.sql'), version: null },
      { name: named('functions/word.sql'), version: 1 },
    ]);
  });

  it('changes the result of a function that drops the one before', async () => {
    await write('0001-notes.sql', notes);
    await write('functions/word.sql', functionThat(1, 'first'));
    await run();
    const changed = 'create or replace function word() returns integer language sql as $$ select 2 $$;';

    await write('functions/word.sql', `-- version: 2\n${changed}`);
    await expect(run()).rejects.toThrow('cannot change return type');
    await write('functions/word.sql', `-- version: 2\ndrop function if exists word();\n${changed}`);
    await run();

    expect(await wordInDatabase()).toBe(2);
  });

  it.each(['0002-more.sql', 'functions/word.sql'])('leaves everything as it was when %s fails', async (failing) => {
    await write('0001-notes.sql', notes);
    await write(failing, '-- version: 1\ncreate something;');

    await expect(run()).rejects.toThrow(`${failing} cannot be applied: syntax error`);

    expect(await own.query(`select to_regclass('notes') as notes`)).toEqual([{ notes: null }]);
  });

  it('gives up on a table that others hold, so that they do not wait behind it', async () => {
    await write('0001-notes.sql', notes);
    await run();
    await write('0002-more.sql', 'alter table notes add column more text;');
    await own.transaction(async (tx) => {
      await tx.query('lock table notes in access share mode');
      await expect(run()).rejects.toMatchObject({ code: '55P03' });
    });

    expect(await run()).toEqual([named('0002-more.sql')]);
  });

  it('refuses a file that was changed after it was applied, and accepts one of its listed earlier digests', async () => {
    await write('0001-notes.sql', notes);
    await run();
    const [earlier] = await own.query<{ checksum: string }>('select checksum from schema_files');
    await write('0001-notes.sql', 'create table notes (body text, more text);');

    const refusal = { code: 'database.migrations_changed', files: [named('0001-notes.sql')] };
    await expect(run()).rejects.toMatchObject(refusal);
    await expect(require()).rejects.toMatchObject(refusal);

    await write('earlier-digests.json', JSON.stringify({ '0001-notes.sql': [earlier?.checksum] }));
    expect(await run()).toEqual([]);
    await require();
  });
});

describe('a migration without a transaction', () => {
  const marked = '-- without transaction\n';

  beforeEach(async () => {
    await write('0001-notes.sql', `${notes} insert into notes values ('one'), ('two');`);
  });

  it('makes its index beside the traffic, between the transactions of its neighbours', async () => {
    await write(
      '0002-index.sql',
      `${marked}-- A reason; with a semicolon.\ncreate index concurrently if not exists notes_by_body\n  on notes (body);`,
    );
    await write('0003-more.sql', 'create table more (body text);');

    expect(await run()).toEqual(['0001-notes.sql', '0002-index.sql', '0003-more.sql'].map(named));
    expect(await own.query(`select indisvalid from pg_index where indexrelid = 'notes_by_body'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });

  it('two steps at once do not keep one another waiting for ever', async () => {
    await run();
    await write('0002-index.sql', `${marked}create index concurrently if not exists notes_by_body on notes (body);`);

    const applied = await Promise.all([run(), run()]);

    expect(applied.flat()).toEqual([named('0002-index.sql')]);
  });

  it('makes an index again whose making was broken off', async () => {
    await write('0002-index.sql', `${marked}create unique index concurrently if not exists once on notes (body);`);
    await own.query(`${notes} insert into notes values ('one'), ('one')`);
    await expect(own.query('create unique index concurrently once on notes (body)')).rejects.toThrow(
      'could not create unique index',
    );
    await own.query('truncate notes');
    await write('0001-notes.sql', '-- The table is there already.');

    await run();

    await own.query(`insert into notes values ('one')`);
    await expect(own.query(`insert into notes values ('one')`)).rejects.toThrow('duplicate');
    expect(await own.query(`select indisvalid from pg_index where indexrelid = 'once'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });

  it('holds nothing that could be half done', async () => {
    await write('0002-index.sql', `${marked}update notes set body = body || '.';`);

    await expect(run()).rejects.toThrow(
      '0002-index.sql cannot be applied: without a transaction it may not hold: update',
    );
  });
});

describe('a migration in batches', () => {
  const batch = `-- in batches
    update notes set moved = true
    where ctid = any (array(select ctid from notes where not moved limit 2))
    returning 1;`;

  beforeEach(async () => {
    await write('0001-notes.sql', 'create table notes (body integer, moved boolean not null default false);');
    await run();
    await own.query('insert into notes (body) select n from generate_series(1, 5) n');
  });

  it('runs until it finds no more rows, each batch in a transaction of its own', async () => {
    await write('0002-move.sql', batch);
    const movedAt = await applyAndCount();

    expect(movedAt.filter(({ moved }) => !moved)).toEqual([]);
    expect(new Set(movedAt.map(({ xmin }) => xmin)).size).toBe(3);
  });

  it('goes on behind the batches that were committed when it was broken off', async () => {
    await own.query(`alter table notes add check (not (moved and body = 5))`);
    await write('0002-move.sql', batch);
    await expect(run()).rejects.toThrow('0002-move.sql cannot be applied');
    expect((await own.query('select from notes where moved')).length).toBe(4);

    await own.query('alter table notes drop constraint notes_check');
    expect(await run()).toEqual([named('0002-move.sql')]);
    expect((await own.query('select from notes where moved')).length).toBe(5);
  });

  it('is refused without a limit', async () => {
    await write('0002-move.sql', '-- in batches\nupdate notes set moved = true returning 1;');

    await expect(run()).rejects.toThrow('it must be one statement with a limit');
  });

  const applyAndCount = async () => {
    await run();
    return own.query<{ moved: boolean; xmin: string }>('select moved, xmin::text from notes');
  };
});

describe('a service that starts', () => {
  it('refuses a database that lacks something, and says what and how to apply it', async () => {
    await write('0001-notes.sql', notes);
    await run();
    await write('0002-more.sql', 'create table more (body text);');
    await write('functions/word.sql', functionThat(1, 'first'));

    const refusal = require();

    await expect(refusal).rejects.toMatchObject({
      code: 'database.migrations_missing',
      isRetryable: false,
      files: [named('0002-more.sql'), named('functions/word.sql')],
    });
    await expect(refusal).rejects.toThrow('npm run admin -- all migrate --apply');
    expect(await own.query(`select to_regclass('more') as more`)).toEqual([{ more: null }]);
  });

  it('says the same of a database that is not there', async () => {
    await write('0001-notes.sql', notes);
    const url = new URL(database.url);
    url.pathname = '/test_that_nobody_made';
    const none = openDatabase({ url: url.href, name: 'none' });

    await expect(requireSchema(none, [folder])).rejects.toMatchObject({ code: 'database.migrations_missing' });
    await none.close();
  });

  it('runs on the database of a newer release, which has more files', async () => {
    await write('0001-notes.sql', notes);
    await write('0002-more.sql', 'create table more (body text);');
    await write('functions/word.sql', functionThat(2, 'newer'));
    await run();

    await rename(join(folder, '0002-more.sql'), join(folder, '0002-more.sql.of-the-next-release'));
    await write('functions/word.sql', functionThat(1, 'older'));

    await require();
    expect(await run()).toEqual([]);
    expect(await wordInDatabase()).toBe('newer');
  });
});

it('frees its lock when the step is killed', async () => {
  await write('0001-notes.sql', 'select pg_sleep(60); create table notes (body text);');
  const running = run();
  running.catch(() => undefined);
  const admin = await openSession({ url: database.url, name: 'killer' });
  await eventually(async () => {
    const [ended] = await admin.query<{ isEnded: boolean }>(
      `select pg_terminate_backend(pid) as "isEnded" from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    );
    return ended?.isEnded === true;
  });
  await admin.close();
  await expect(running).rejects.toThrow();

  await write('0001-notes.sql', notes);
  expect(await run()).toEqual([named('0001-notes.sql')]);
});
