import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly name?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, Package>>;
}

const { packages } = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8')) as Lockfile;

/** In the folder of one package an override may have put another, which is named there. */
const installed = Object.entries(packages).map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''));

it('no package that reports installations is installed', () => {
  expect(installed).toContain('swagger-ui-dist');
  expect(installed).not.toContain('@scarf/scarf');
});

it('native programs are listed for every platform that they have', () => {
  const listed = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));

  expect(wanted.filter((name) => !listed.has(name))).toEqual([]);
});
