import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@repasse/chassis/testing/free-port';

/** Apache 2.0, and a test tool only. The next minor version wants Node 24. */
const prismPackage = '@stoplight/prism-cli@5.14.2';
/** The first time it is downloaded. */
const startTimeoutMs = 300_000;
const pollMs = 300;
const stopTimeoutMs = 5_000;
const logCharactersMax = 4_000;

export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** Answers from the document alone, and judges what it is asked. */
export const startMock = (document: string): Promise<Prism> => start(['mock', document]);

/** Passes everything on to a real provider, and judges both what is asked and what is answered. */
export const startProxy = (document: string, upstreamUrl: string): Promise<Prism> =>
  start(['proxy', document, upstreamUrl]);

const start = async (command: readonly string[]): Promise<Prism> => {
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port)];
  const child = spawn('npx', ['--yes', prismPackage, ...command, ...options], {
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Prism is a grandchild: only as a group do both go.
    detached: true,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-logCharactersMax);
    });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => stopGroup(child);
  try {
    await listening(url, child);
    return { url, stop };
  } catch (fault) {
    await stop();
    throw new Error(`Prism did not start: ${String(fault)}\n${log}`);
  }
};

const listening = async (url: string, child: ChildProcess): Promise<void> => {
  for (let waitedMs = 0; waitedMs < startTimeoutMs; waitedMs += pollMs) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}.`);
    const answered = await fetch(url, { signal: AbortSignal.timeout(pollMs) }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await pause(pollMs);
  }
  throw new Error('it did not listen in time.');
};

const stopGroup = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await Promise.race([ended, pause(stopTimeoutMs)]);
};
