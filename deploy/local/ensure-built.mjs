// Generates and compiles what changed since the last time; turbo's cache makes the second time cost a fraction of a second.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

export const ensureBuilt = () => run('build');

/** Types and JSON of the contracts, without which nothing can be checked. */
export const ensureGenerated = () => run('generate:uncommitted');

const run = (task) => {
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  const args = ['run', task, '--output-logs=errors-only', '--log-order=grouped'];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_PRINT_VERSION_DISABLED: '1', FORCE_COLOR: '0' };
  const { status, stdout, stderr } = spawnSync(turbo, args, {
    cwd: root,
    encoding: 'utf8',
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  console.error(stdout, stderr);
  console.error('The build failed; the compiler says why above.');
  process.exit(1);
};
