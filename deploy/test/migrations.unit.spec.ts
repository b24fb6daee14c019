import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrationFaults } from '../releases/migration-rules.mjs';
import { readReleases } from '../releases/release-file.mjs';
import { readFunctions, readMigrations } from '../releases/sql-files.mjs';

const projectRoot = resolve(__dirname, '../..');
const releases = readReleases(join(projectRoot, 'deploy/releases'));
const versions = releases.map(({ version }) => version);

const faultsOf = (sql: string): readonly string[] => migrationFaults({ path: 'new.sql', sql }, ['0.1.0']);

describe('a migration that no release has yet', () => {
  it.each([
    ['create index a on charges (id);', 'keeps writers waiting'],
    ['create unique index if not exists a on only charges (id);', 'keeps writers waiting'],
    ['alter table charges drop column a;', 'drops something'],
    ['alter table charges add column b text, drop a;', 'drops something'],
    ['drop table charges;', 'drops something'],
    ['alter table charges drop constraint a_check;', 'drops something'],
    ['alter table charges drop constraint a_check, drop b, add constraint a_check check (true);', 'drops something'],
    ['alter table charges rename column a to b;', 'renames something'],
    ['alter table charges alter column a type bigint;', 'rewrites a table'],
    ['alter table charges alter column a set not null;', 'demands something'],
    ['alter table charges add column b bigint generated always as (a + 1) stored;', 'rewrites a table'],
    ['alter table charges add column at timestamptz default clock_timestamp();', 'rewrites a table'],
    ['alter table charges add column b text not null;', 'give it a default'],
    ['-- contract: 0.2.0\nalter table charges drop column a;', 'there is no release 0.2.0'],
  ])('may not say %s', (sql, fault) => {
    expect(faultsOf(sql)).toEqual([expect.stringContaining(`new.sql: `)]);
    expect(faultsOf(sql)[0]).toContain(fault);
  });

  it.each([
    'create table notes (id text, body text); create index a on notes (id); alter table notes drop column body;',
    '-- without transaction\ncreate index concurrently if not exists a on charges (id);',
    '-- contract: 0.1.0\nalter table charges drop column a;',
    "alter table charges add column b text, add column c text not null default '';",
    'create function f() returns void language sql as $$ drop table charges; $$;',
    'alter table charges add constraint a check (b is not null) not valid;',
    '-- drop table charges;\nselect 1;',
    "alter table charges drop constraint a_check, add constraint a_check check (a in ('x', 'y')) not valid;",
    'alter table charges drop constraint charges_a_b_key;',
  ])('may say %s', (sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });

  it('keeps to these rules in this tree', () => {
    const released = new Set(releases.flatMap(({ migrations }) => Object.keys(migrations)));
    // Before the first release no database of it can exist.
    const further = releases.length === 0 ? [] : readMigrations(projectRoot).filter(({ path }) => !released.has(path));

    expect(further.flatMap((file) => migrationFaults(file, versions))).toEqual([]);
  });
});

describe('inserts', () => {
  /** Without the names a row is written by the place of its columns, and a later column breaks the statement. */
  const unnamed = /insert into\s+[\w."]+(\s+as\s+\w+)?\s+(values|select|with|table|overriding)\b/gi;
  /** Applied, and therefore frozen. It ran once, on tables of its own time. */
  const ranOnce = 'services/split-settlement/migrations/0010-day-sums.sql';

  const sources = readdirSync(join(projectRoot, 'services'))
    .flatMap((service) =>
      readdirSync(join(projectRoot, 'services', service, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
        join('services', service, 'src', file),
      ),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => ({ path, sql: readFileSync(join(projectRoot, path), 'utf8') }));
  const files = [...readMigrations(projectRoot), ...readFunctions(projectRoot), ...sources];

  it('are found without names', () => {
    const found = ['insert into a values (1)', 'insert into a as b\n select 1', 'INSERT INTO a WITH c as'];

    expect(found.filter((sql) => sql.match(unnamed) === null)).toEqual([]);
    expect('insert into a (b)\nselect 1'.match(unnamed)).toBeNull();
  });

  it('name their columns', () => {
    const at = files.flatMap(({ path, sql }) => (sql.match(unnamed) ?? []).map((text) => `${path}: ${text}`));

    expect(at.filter((place) => !place.startsWith(ranOnce))).toEqual([]);
    expect(files.filter(({ sql }) => /insert into/i.test(sql)).length).toBeGreaterThan(20);
  });
});
