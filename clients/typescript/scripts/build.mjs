/** One file for `import` and one for `require`, and the types of both. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });

const common = { entryPoints: [join(root, 'src/index.ts')], bundle: true, target: 'es2022', platform: 'neutral' };
/** What the checkout serves as a script; src/pix-element.ts has its types. */
const element = {
  ...common,
  absWorkingDir: root,
  entryPoints: ['@repasse/checkout-kit/browser/pix-element'],
  conditions: ['repasse-source'],
};
await Promise.all([
  build({ ...common, format: 'esm', outfile: join(dist, 'index.mjs') }),
  build({ ...common, format: 'cjs', outfile: join(dist, 'index.cjs') }),
  build({ ...element, format: 'esm', outfile: join(dist, 'pix-element.mjs') }),
  build({ ...element, format: 'cjs', outfile: join(dist, 'pix-element.cjs') }),
]);

const tsc = join(root, '../../node_modules/.bin/tsc');
const { status } = spawnSync(tsc, ['-p', 'tsconfig.build.json', '--outDir', join(dist, 'types')], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);
// A program of ES modules wants types that are one, too, with the extensions that Node asks for.
cpSync(join(dist, 'types'), join(dist, 'types-esm'), { recursive: true });
for (const file of readdirSync(join(dist, 'types-esm'), { recursive: true })) {
  if (!file.endsWith('.d.ts')) continue;
  const path = join(dist, 'types-esm', file);
  const text = readFileSync(path, 'utf8').replaceAll(/from '(\.[^']*)'/g, "from '$1.mjs'");
  writeFileSync(path, text);
  renameSync(path, path.replace(/\.d\.ts$/, '.d.mts'));
}
