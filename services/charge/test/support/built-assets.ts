import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Compiles what the page's browser runs, so that a test never sees the files of an older build. */
export const buildCheckoutAssets = (): void => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build:checkout'], {
    cwd: join(__dirname, '../..'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The checkout page could not be built: ${stdout}${stderr}`);
};
