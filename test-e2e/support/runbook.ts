import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '../../deploy/local/project-root';

const run = promisify(execFile);

/** A step may stop the whole system, or start it. */
const stepTimeoutMs = 180_000;

/** The variables that a runbook asks its reader to set, such as DATA. */
export type Variables = Readonly<Record<string, string>>;

/** Types one step of a runbook into a shell of its own, in the clone. Returns what it printed. */
export const typeStep = async (block: string, variables: Variables): Promise<string> => {
  const options = {
    cwd: projectRoot,
    env: { ...process.env, ...variables },
    timeout: stepTimeoutMs,
    maxBuffer: 16 * 1_024 * 1_024,
  };
  return (await run('bash', ['-euo', 'pipefail', '-c', block], options)).stdout;
};
