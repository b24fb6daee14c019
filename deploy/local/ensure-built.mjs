// Generates and compiles what changed since the last time; turbo's cache makes the second time cost a fraction of a second.
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';
import { toldStep } from './told-step.mjs';

export const ensureBuilt = () => run('build', 'Building');

/** Types and JSON of the contracts, without which nothing can be checked. */
export const ensureGenerated = () => run('generate:uncommitted', 'Generating types');

/** A build that has nothing to do ends within it, and nothing is said of it. */
const silentMs = 1_000;

const run = async (task, what) => {
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  const args = ['run', task, '--output-logs=errors-only', '--log-order=grouped'];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_PRINT_VERSION_DISABLED: '1', FORCE_COLOR: '0' };
  const { status, printed } = await toldStep(what, turbo, args, { cwd: root, env, afterMs: silentMs });
  if (status === 0) return;
  console.error(printed);
  console.error('The build failed; the compiler says why above.');
  process.exit(1);
};
