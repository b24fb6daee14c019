import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Lockfile = { readonly packages: Readonly<Record<string, { readonly name?: string }>> };

const { packages } = JSON.parse(readFileSync(join(__dirname, '../../package-lock.json'), 'utf8')) as Lockfile;

/** In the folder of one package an override may have put another, which is named there. */
const installed = Object.entries(packages).map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''));

it('no package that reports installations is installed', () => {
  expect(installed).toContain('swagger-ui-dist');
  expect(installed).not.toContain('@scarf/scarf');
});
