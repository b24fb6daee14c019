import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './compose-file';

const run = promisify(execFile);

/** Helm's own engine as a library (Helm 4.2.3), and the schemas of Kubernetes 1.25 to 1.37. */
const packages = ['helm-python-sdk==0.2.2', 'kubernetes-validate==1.37.0'];
const folder = join(root, 'node_modules/.cache', packages.join('+').replaceAll('==', '-'));

export const installTimeoutMs = 300_000;
const programs = join(__dirname, 'helm-python');
const runTimeoutMs = 180_000;
const answerBytesMax = 64 * 1_024 * 1_024;

/** Fetches them from PyPI once, into a folder of their own. */
export const installHelm = async (): Promise<void> => {
  if (existsSync(folder)) return;
  await run('python3', [join(programs, 'install.py'), folder, ...packages], { timeout: installTimeoutMs });
};

/** Runs a program of helm-python, which reads and writes JSON. */
export const callPython = async <T>(program: string, given: object): Promise<T> => {
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
  const options = { env, timeout: runTimeoutMs, maxBuffer: answerBytesMax };
  const running = run('python3', [join(programs, program)], options);
  running.child.stdin?.end(JSON.stringify(given));
  const { stdout } = await running;
  return JSON.parse(stdout) as T;
};
