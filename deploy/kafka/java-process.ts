import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { KafkaSetupError } from './setup-error';

/** Kafka and the registry are up in 2 to 8 s; on a machine under load it was 29 s once. */
const startTimeoutMs = 90_000;
const readyPollMs = 50;
/** A broker with clients connected leaves in under a second; after this it is ended the hard way. */
const stopTimeoutMs = 15_000;

/** Compile lightly and collect with one thread: half the start time, and nothing lost at the rates of development. */
export const quickStartFlags: readonly string[] = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

export interface JavaProcess {
  readonly pid: number | undefined;
  /** Resolves when the process ends, asked for or not, with the exit code or the signal's name. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface JavaCommand {
  readonly name: string;
  readonly java: string;
  readonly args: readonly string[];
  readonly workDir: string;
  /** Everything the process prints goes here; an earlier content is overwritten. */
  readonly logFile: string;
  readonly isReady: (printed: string) => boolean | Promise<boolean>;
}

/** Starts a Java program and answers when it is ready; one that ends or stays silent is reported with its last line. */
export const startJava = async (command: JavaCommand): Promise<JavaProcess> => {
  const child = spawnTied(command);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (fault) => resolve(fault.message));
    child.once('exit', (code, signal) => resolve(String(code ?? signal)));
  });
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.removeListener('exit', kill));

  try {
    await untilReady(command, exited);
  } catch (fault) {
    child.kill('SIGKILL');
    throw fault;
  }
  return { pid: child.pid, exited, stop: () => stop(child, exited) };
};

/** On Linux the child is ended together with this process even when this process is killed with -9. */
const spawnTied = (command: JavaCommand): ChildProcess => {
  const isTied = spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0;
  const program = isTied ? 'setpriv' : command.java;
  const args = isTied ? ['--pdeathsig', 'TERM', command.java, ...command.args] : command.args;
  const log = openSync(command.logFile, 'w');
  const child = spawn(program, args, { stdio: ['ignore', log, log], cwd: command.workDir });
  closeSync(log);
  return child;
};

const untilReady = async (command: JavaCommand, exited: Promise<string>): Promise<void> => {
  const deadline = Date.now() + startTimeoutMs;
  const printed = (): string => readFileSync(command.logFile, 'utf8');
  while (!(await command.isReady(printed()))) {
    const ending = await Promise.race([exited, delay(readyPollMs, undefined)]);
    if (ending !== undefined)
      throw new KafkaSetupError(failure(command, `ended (${ending}) while starting`, printed()));
    if (Date.now() > deadline) {
      throw new KafkaSetupError(failure(command, `was not ready in ${startTimeoutMs / 1000} s`, printed()));
    }
  }
};

const failure = (command: JavaCommand, what: string, printed: string): string => {
  const lines = printed.trim().split('\n');
  const said = lines.find((line) => /error|exception|fatal|in use/i.test(line)) ?? lines.at(-1) ?? '';
  return `${command.name} ${what}: ${said.trim() || 'it printed nothing'} (see ${command.logFile})`;
};

const stop = async (child: ChildProcess, exited: Promise<string>): Promise<void> => {
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(hard);
};

/** A port nobody listens on right now. Another process may take it before its caller does; then the start fails and says so. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
