// The file of a release, deploy/releases/<version>.json: what its databases were made with. It is written once, by cut.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFunctions, readMigrations } from './sql-files.mjs';

export const releaseOf = ({ root, version, date, commit }) => ({
  version,
  date,
  commit,
  migrations: Object.fromEntries(readMigrations(root).map(({ path, sha256 }) => [path, sha256])),
  functions: Object.fromEntries(
    readFunctions(root).map(({ path, version: number, sha256, signatures }) => [
      path,
      { version: number, sha256, signatures },
    ]),
  ),
});

/** The releases so far, oldest first; none before the first one. */
export const readReleases = (folder) => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+\.json$/.test(name)) : [];
  return names
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => compareVersions(a.version, b.version));
};

const compareVersions = (a, b) => {
  const [ofA, ofB] = [a.split('.').map(Number), b.split('.').map(Number)];
  const place = ofA.findIndex((number, index) => number !== ofB[index]);
  return place === -1 ? 0 : ofA[place] - ofB[place];
};

/** Why a database of that release could not be taken on by this tree, or not be given back. */
export const faultsAgainst = (release, root) => {
  const [migrations, functions] = [byPath(readMigrations(root)), byPath(readFunctions(root))];
  return [
    ...Object.entries(release.migrations).flatMap(([path, sha256]) => frozenFaults(release, path, sha256, migrations)),
    ...Object.entries(release.functions).flatMap(([path, was]) => functionFaults(release, path, was, functions)),
  ];
};

const byPath = (files) => new Map(files.map((file) => [file.path, file]));

const frozenFaults = ({ version }, path, sha256, migrations) => {
  const now = migrations.get(path);
  if (now === undefined) return [`${path} is in release ${version} and gone: applied migrations stay.`];
  return now.sha256 === sha256 ? [] : [`${path} is frozen by release ${version}: write a further migration instead.`];
};

const functionFaults = ({ version }, path, was, functions) => {
  const now = functions.get(path);
  if (now === undefined) return [];
  const faults = [];
  if (now.version < was.version)
    faults.push(`${path} has the number ${now.version}, and release ${version} had ${was.version}: it only rises.`);
  if (now.version === was.version && now.sha256 !== was.sha256)
    faults.push(`${path} has changed since release ${version}: its number must be higher than ${was.version}.`);
  const contracted = contractOf(now.sql) !== undefined;
  const gone = was.signatures.filter((signature) => !now.signatures.includes(signature));
  if (!contracted && gone.length > 0)
    faults.push(`${path} lacks what release ${version} calls: ${gone.join('; ')}. Signatures change only by adding.`);
  return faults;
};

/** The last release that used what a file takes away, as it says itself. */
export const contractOf = (sql) => /^-- contract: (\d+\.\d+\.\d+)$/m.exec(sql)?.[1];
