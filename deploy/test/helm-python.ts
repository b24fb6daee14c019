import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf, installPython } from './python-packages';

export { installTimeoutMs } from './python-packages';

const run = promisify(execFile);

/** Helm's own engine as a library (Helm 4.2.3), and the schemas of Kubernetes 1.25 to 1.37. */
const packages = ['helm-python-sdk==0.2.2', 'kubernetes-validate==1.37.0'];

const runTimeoutMs = 180_000;
const answerBytesMax = 64 * 1_024 * 1_024;

export const installHelm = async (): Promise<void> => void (await installPython(packages));

/** Runs a program of helm-python, which reads and writes JSON. */
export const callPython = async <T>(program: string, given: object): Promise<T> => {
  const env = { ...process.env, PYTHONPATH: folderOf(packages), PYTHONDONTWRITEBYTECODE: '1' };
  const options = { env, timeout: runTimeoutMs, maxBuffer: answerBytesMax };
  const running = run('python3', [join(__dirname, 'helm-python', program)], options);
  running.child.stdin?.end(JSON.stringify(given));
  const { stdout } = await running;
  return JSON.parse(stdout) as T;
};
