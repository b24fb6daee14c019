import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from '../../deploy/kafka/java';
import { projectRoot } from '../../deploy/local/project-root';

const run = promisify(execFile);

const sources = join(projectRoot, 'docs/data/consumers');
const cache = join(projectRoot, 'node_modules/.cache/data-consumers');
/** Some 100 MB come the first time, which takes seconds on a good line. */
const installTimeoutMs = 10 * 60_000;
const runTimeoutMs = 120_000;

export type Language = 'node' | 'python' | 'java';
export type Command = readonly [string, ...string[]];
type Program = (name: string, ...args: string[]) => Command;

/** The programs for data teams, as commands. */
export type DataConsumers = Readonly<Record<Language, Program>>;

/** One line for each thing that this machine lacks for them. */
export const dataConsumersLack = (): string[] => [
  ...(isOnPath('mvn') ? [] : ['mvn (Debian: maven)']),
  ...(isOnPath('javac') ? [] : ['javac (Debian: openjdk-17-jdk-headless)']),
  ...(isOnPath('python3', ['-m', 'pip', '--version']) ? [] : ['python3 with pip (Debian: python3-pip)']),
];

/** Copies each language's folder and installs there what it asks for, once for each content of the folder. */
export const installDataConsumers = async (): Promise<DataConsumers> => {
  const [node, python, java] = await Promise.all([
    installed('node', ['npm', 'install', '--prefer-offline', '--silent']),
    installed('python', ['python3', '-m', 'pip', 'install', '-q', '--target', 'packages', '-r', 'requirements.txt']),
    installed('java', ['mvn', '-B', '-ntp', '-q', 'compile']),
  ]);
  const pythonEnv = [`PYTHONPATH=${join(python, 'packages')}`, 'PYTHONDONTWRITEBYTECODE=1'];
  const classPath = [join(java, 'target/classes'), join(java, 'target/lib/*')].join(':');
  return {
    node: (name, ...args) => [process.execPath, join(node, `${name}.mjs`), ...args],
    // In place, because the tables' SQL lies beside it.
    python: (name, ...args) => ['env', ...pythonEnv, 'python3', join(sources, 'python', `${name}.py`), ...args],
    java: (name, ...args) => ['java', '-XX:TieredStopAtLevel=1', '-cp', classPath, name, ...args],
  };
};

type Env = Readonly<Record<string, string>>;

/** Fails when the program does not end well. Returns what it printed. */
export const runToEnd = async ([program, ...args]: Command, env: Env): Promise<string> =>
  (await run(program, args, { env: { ...process.env, ...env }, timeout: runTimeoutMs })).stdout;

/** The result of a program, which it prints as JSON. */
export const runConsumer = async <Result>(command: Command, env: Env): Promise<Result> =>
  JSON.parse(await runToEnd(command, env)) as Result;

const installed = async (language: Language, [tool, ...args]: Command): Promise<string> => {
  const files = filesOf(join(sources, language));
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(sources, language, file)));
  const folder = join(cache, `${language}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;

  const unfinished = `${folder}.unfinished-${String(process.pid)}`;
  for (const file of files) cpSync(join(sources, language, file), join(unfinished, file));
  await run(tool, args, { cwd: unfinished, timeout: installTimeoutMs });
  renameSync(unfinished, folder);
  return folder;
};

/** Without those that a reader's own installation has put there. */
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath.slice(folder.length), name))
    .filter((path) => !/(^|\/)(node_modules|target|__pycache__)\//.test(path))
    .sort();
