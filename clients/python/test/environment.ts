import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const projectFolder = join(__dirname, '..');
const cache = join(projectFolder, '../../node_modules/.cache/python-sdk');
/** Some 80 MB come the first time, which takes seconds on a good line; another suite may be at it already. */
export const installTimeoutMs = 10 * 60_000;
/** pyright and mypy read the whole package, on a machine that runs every suite at once. */
export const runTimeoutMs = 5 * 60_000;

type Env = Readonly<Record<string, string>>;
export type Python = (args: readonly string[], env?: Env) => Promise<string>;

/** The folder of an environment with the package as it is now, of the interpreter that is named; to run it takes less than to test it. */
export const environmentOf = async (interpreter = 'python3', use: 'test' | 'run' = 'test'): Promise<string> => {
  const digest = createHash('sha256')
    .update(`${projectFolder} ${interpreter} ${use}`)
    .update(readFileSync(join(projectFolder, 'pyproject.toml')))
    .digest('hex');
  const folder = join(cache, digest.slice(0, 16));
  const script = join(__dirname, 'make-environment.py');
  const wanted = use === 'test' ? `${projectFolder}[test]` : projectFolder;
  await run(interpreter, [script, folder, wanted], { timeout: installTimeoutMs });
  return folder;
};

/** Runs the interpreter of such an environment. Fails with all that was printed. */
export const pythonWithPackage = async (interpreter?: string): Promise<Python> => {
  const folder = await environmentOf(interpreter);
  // pyright looks for packages by the python that is found first.
  const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  const own = { PATH: path, PYTHONDONTWRITEBYTECODE: '1', PYRIGHT_PYTHON_CACHE_DIR: join(cache, 'pyright') };
  return async (args, env = {}) => {
    const options = { cwd: projectFolder, timeout: runTimeoutMs, env: { ...process.env, ...own, ...env } };
    try {
      return (await run(join(folder, 'bin/python'), args, options)).stdout;
    } catch (thrown) {
      const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
      throw new Error(`python ${args.join(' ')}\n${stdout}${stderr}`, { cause: thrown });
    }
  };
};
