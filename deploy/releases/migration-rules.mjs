// The statements that a migration may not run on a database that an older release still uses, or that is too large to wait for.
import { contractOf } from './release-file.mjs';

/** Of files that no release has yet. `releases` are the versions so far. */
export const migrationFaults = ({ path, sql }, releases) => {
  const statements = statementsOf(sql);
  const made = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? []),
  );
  const contract = contractOf(sql);
  const faults = statements.flatMap((statement) => [
    ...indexFaults(statement, made),
    ...(contract === undefined && !isLoosened(statement) ? removalFaults(statement, made) : []),
    ...columnFaults(statement, made),
  ]);
  if (contract !== undefined && !releases.includes(contract))
    faults.push(`there is no release ${contract} that used it`);
  return faults.map((fault) => `${path}: ${fault}.`);
};

/** Function bodies are left out: they change no table while the migration runs. */
const statementsOf = (sql) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .filter((statement) => statement !== '');

const indexFaults = (statement, made) => {
  const [, how, table] = /^create (?:unique )?index (concurrently )?.*? on (?:only )?(\w+)/.exec(statement) ?? [];
  if (table === undefined || how !== undefined || made.has(table)) return [];
  return [
    `it makes an index on ${table} that keeps writers waiting: write "-- without transaction" and "concurrently"`,
  ];
};

/**
 * A list of what is allowed that is put back longer under its name, or a unique key that may go: an older release writes
 * what the shorter list and the key allowed. Functions that name a key in "on conflict" are replaced with the migration.
 */
const isLoosened = (statement) => {
  const dropped = [...statement.matchAll(/\bdrop constraint (\w+)/g)].map(([, name]) => name);
  const others = statement.replaceAll(/\bdrop constraint \w+/g, '');
  const isPutBack = (name) => others.includes(`add constraint ${name} `) || name.endsWith('_key');
  return dropped.length > 0 && dropped.every(isPutBack) && !/\bdrop\b/.test(others);
};

const removals = [
  [/^drop (table|column|view|sequence|function)/, 'drops something'],
  [/^alter table .*\bdrop (column|constraint)?/, 'drops something'],
  [/^alter (table|index|sequence|view|function) .*\brename\b/, 'renames something'],
  [/^alter table .*\balter (column )?\w+ (set data )?type\b/, 'rewrites a table'],
  [/^alter table .*\balter (column )?\w+ set not null\b/, 'demands something'],
  [/^alter table .*\badd (column )?\w+ .*\b(stored|clock_timestamp|random|gen_random_uuid)\b/, 'rewrites a table'],
  [/^alter table .*\bset (logged|unlogged|access method|tablespace)\b/, 'rewrites a table'],
];

const removalFaults = (statement, made) => {
  const table = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1];
  if (table !== undefined && made.has(table)) return [];
  return removals
    .filter(([form]) => form.test(statement))
    .slice(0, 1)
    .map(
      ([, what]) => `it ${what} that an older release may use: write "-- contract: X.Y.Z", the last release that did`,
    );
};

/** An older release goes on inserting rows without the column. */
const columnFaults = (statement, made) => {
  const table = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1];
  if (table === undefined || made.has(table)) return [];
  return statement
    .split(',')
    .filter(
      (part) =>
        /\badd (?!constraint|check|primary|foreign|unique)(column )?(if not exists )?\w+ /.test(part) &&
        /\bnot null\b/.test(part) &&
        !/\bdefault\b|\bgenerated\b/.test(part),
    )
    .map(() => `it adds a column to ${table} that an older release's inserts would leave null: give it a default`);
};
