import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { PortTakenError } from '@repasse/chassis/testing/free-port';
import { putAside } from '../local/log-file';
import { logTo } from '../local/log-to';
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
  /** Everything the process prints goes here; what an earlier one printed is put aside. */
  readonly logFile: string;
  readonly isReady: (printed: string) => boolean | Promise<boolean>;
}

/**
 * Starts a Java program and returns when it is ready. A program that ends or stays silent is reported with the line
 * that has the reason; when another process has its port, the error is a PortTakenError.
 */
export const startJava = async (command: JavaCommand): Promise<JavaProcess> => {
  // Readiness is read from the log, so it begins with this process.
  await putAside(command.logFile);
  const child = spawnTied(command);
  const log = logTo(command.logFile, child);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (fault) => resolve(fault.message));
    child.once('exit', (code, signal) => void log.once('close', () => resolve(String(code ?? signal))));
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
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: command.workDir });
};

const untilReady = async (command: JavaCommand, exited: Promise<string>): Promise<void> => {
  const deadline = Date.now() + startTimeoutMs;
  const printed = (): string => (existsSync(command.logFile) ? readFileSync(command.logFile, 'utf8') : '');
  while (!(await command.isReady(printed()))) {
    const ending = await Promise.race([exited, delay(readyPollMs, undefined)]);
    if (ending !== undefined) throw failure(command, `ended (${ending}) while starting`, printed());
    if (Date.now() > deadline) throw failure(command, `was not ready in ${startTimeoutMs / 1000} s`, printed());
  }
};

/** Kafka says the first; the registry one of the others, as it finds out before it binds the port or while it does. */
const portTaken = /address already in use|in use by another process|already bound/i;

/** Patterns of possible reasons, the surest first: a warning of something else often comes before it. */
const reasons: readonly RegExp[] = [portTaken, /\b(error|fatal)\b/i, /exception/i];

const failure = (command: JavaCommand, what: string, printed: string): Error => {
  const lines = printed.trim().split('\n');
  const said = reasons.map((reason) => lines.find((line) => reason.test(line))).find((line) => line !== undefined);
  const why = (said ?? lines.at(-1) ?? '').trim() || 'it printed nothing';
  const message = `${command.name} ${what}: ${why} (see ${command.logFile})`;
  return portTaken.test(why) ? new PortTakenError(message) : new KafkaSetupError(message);
};

const stop = async (child: ChildProcess, exited: Promise<string>): Promise<void> => {
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(hard);
};
