// The SQL files of a tree, by path from its root. The services read them in the same way (chassis, postgres/schema-files.ts).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const digestOf = (text) => createHash('sha256').update(text).digest('hex');

/** The folders whose files are applied in order, each with its functions in `functions/`. */
const migrationFolders = (root) => [
  ...foldersIn(root, 'services').map((service) => `${service}/migrations`),
  ...foldersIn(root, 'services/chassis/migrations'),
];

const foldersIn = (root, path) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

const filesIn = (root, folder) => {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // A checkout on Windows may have turned the line ends.
      const sql = readFileSync(join(root, folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { path: `${folder}/${name}`, sql, sha256: digestOf(sql) };
    });
};

export const readMigrations = (root) => migrationFolders(root).flatMap((folder) => filesIn(root, folder));

export const readFunctions = (root) =>
  migrationFolders(root)
    .flatMap((folder) => filesIn(root, `${folder}/functions`))
    .map((file) => ({ ...file, version: versionOf(file), signatures: signaturesOf(file.sql) }));

const versionOf = ({ path, sql }) => {
  const version = /^-- version: (\d{1,9})\n/.exec(sql)?.[1];
  if (version === undefined) throw new Error(`${path} does not begin with a line "-- version: N".`);
  return Number(version);
};

/** How a function is called: its name, its parameters and its result, which `create or replace` keeps. */
export const signaturesOf = (sql) =>
  [...sql.matchAll(/^create or replace function (\w+)\s*\(/gim)].map(({ index, 0: head, 1: name }) => {
    const from = index + head.length;
    const to = closingParenthesis(sql, from);
    const result = /^\s*returns\s+([^]*?)\s+(?:language|as|strict|stable|immutable|volatile|parallel|set)\b/i.exec(
      sql.slice(to + 1),
    );
    return oneLine(`${name}(${sql.slice(from, to)}) returns ${result?.[1] ?? ''}`);
  });

const closingParenthesis = (sql, from) => {
  let open = 1;
  for (let at = from; at < sql.length; at += 1) {
    if (sql[at] === '(') open += 1;
    if (sql[at] === ')') open -= 1;
    if (open === 0) return at;
  }
  return sql.length;
};

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim().toLowerCase();
