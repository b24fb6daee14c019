import { spawn } from 'node:child_process';
import { eventually } from '@repasse/chassis/testing/eventually';
import { freePort, PortTakenError, startOnFreePorts } from '@repasse/chassis/testing/free-port';

export interface Program {
  readonly command: string;
  /** Gets the address to listen at, as `host:port`. */
  readonly args: (address: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A path that answers 200 once the program can do its work. */
  readonly readyPath: string;
}

export interface StartedProgram {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/** All of them start within a second; a busy machine takes longer. */
const startTimeoutMs = 60_000;

/** A server that is not ours, of Debian's packages, on a port of its own until it is stopped. */
export const startProgram = (program: Program): Promise<StartedProgram> => startOnFreePorts(() => launch(program));

const launch = async ({ command, args, env = {}, readyPath }: Program): Promise<StartedProgram> => {
  const address = `127.0.0.1:${String(await freePort())}`;
  const isReady = async (): Promise<boolean> => (await fetch(`http://${address}${readyPath}`)).ok;
  return { address, stop: await launchUntil(isReady, { command, args: args(address), env }) };
};

/** Runs a program until it is ready; throws what it said where it ends before. Answers how to stop it. */
export const launchUntil = async (
  isReady: () => Promise<boolean>,
  {
    command,
    args,
    env = {},
  }: { readonly command: string; readonly args: readonly string[]; readonly env?: Program['env'] },
): Promise<() => Promise<void>> => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (said = (said + String(chunk)).slice(-4_000)));
  }
  const exited = new Promise<string>((settle) => {
    child.once('exit', (code, signal) => settle(String(code ?? signal)));
    child.once('error', (fault) => settle(fault.message));
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  const died = exited.then((how) => {
    if (/address already in use/i.test(said)) throw new PortTakenError(said);
    throw new Error(`${command} ended (${how}). It said:\n${said}`);
  });
  try {
    await Promise.race([eventually(isReady, { timeoutMs: startTimeoutMs, everyMs: 100 }), died]);
    return stop;
  } catch (fault) {
    await stop();
    throw fault;
  } finally {
    died.catch(() => undefined);
  }
};
