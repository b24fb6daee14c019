/**
 * npm runs this after every install: it makes the types that the sources need to compile, and the JSON that
 * they read. An installation without development tools (npm ci --omit=dev) compiles nothing, and cannot make them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const packageFile = new URL('../package.json', import.meta.url);
const { devDependencies } = JSON.parse(readFileSync(packageFile, 'utf8'));
const foldersOf = createRequire(packageFile).resolve.paths;
const isInstalled = (name) => foldersOf(name).some((folder) => existsSync(`${folder}/${name}/package.json`));

// One of several that is missing is a broken installation, which the generator tells of.
if (Object.keys(devDependencies).some(isInstalled)) {
  process.argv.push('--uncommitted');
  await import('./generate.mjs');
} else {
  console.log('Nothing of the contracts is generated: the development tools are not installed.');
}
