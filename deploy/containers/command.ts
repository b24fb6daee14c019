import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Gets the command and all it prints. */
  readonly logFile?: string;
  readonly timeoutMs?: number;
}

/** Building an image on a busy machine takes minutes; a command that takes longer hangs. */
const timeoutMsDefault = 20 * 60_000;
const lastCharacters = 3_000;

export class CommandError extends Error {}

const running = new Set<ChildProcess>();

/** Ends the commands that run at this moment, with all that they started: podman finishes a step before it heeds SIGTERM. */
export const endCommands = (): void => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
};

/** Runs a program to its end and answers its standard output; any other exit code than 0 is a CommandError with its last words. */
export const run = async (program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> => {
  const { status, stdout, everything } = await attempt(program, args, options);
  if (status === 0) return stdout;
  throw new CommandError(
    `${program} ${args.join(' ')} ended with ${String(status)}:\n${everything.slice(-lastCharacters)}`,
  );
};

/** As `run`, for commands whose exit code is the answer. */
export const attempt = async (
  program: string,
  args: readonly string[],
  { env, cwd, logFile, timeoutMs = timeoutMsDefault }: CommandOptions = {},
): Promise<{ readonly status: number | string; readonly stdout: string; readonly everything: string }> => {
  const log = (text: string): void => (logFile === undefined ? undefined : appendFileSync(logFile, text));
  log(`\n$ ${program} ${args.join(' ')}\n`);
  const child = spawn(program, args, {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    detached: true,
  });
  running.add(child);
  let [stdout, everything] = ['', ''];
  const take = (chunk: unknown): void => {
    everything += String(chunk);
    log(String(chunk));
  };
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', take);
  const status = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  running.delete(child);
  return { status, stdout, everything };
};
