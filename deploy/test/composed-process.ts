import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type ComposeService, root } from './compose-file';

/** All of them start at once, on a machine that may have two cores. */
export const readyTimeoutMs = 90_000;

/** One container's program, run on this machine with the container's command and environment. */
export class ComposedProcess {
  private readonly child: ChildProcess;
  private readonly exited: Promise<number | string | null>;
  private said = '';

  constructor(
    readonly name: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) {
    const [program = '', ...args] = command;
    const file = args[0] ?? '';
    if (!existsSync(join(root, file))) throw new Error(`${file} is not built: run npm run build.`);
    // Nothing of this process's own environment: a container has none of it either.
    const env = { PATH: process.env['PATH'] ?? '', ...environment };
    this.child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.exited = new Promise((settle) => this.child.once('exit', (code, signal) => settle(code ?? signal)));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk) => (this.said = (this.said + String(chunk)).slice(-4_000)));
    }
  }

  get lastWords(): string {
    return this.said;
  }

  /** The exit code of a program that ends by itself. */
  ending(): Promise<number | string | null> {
    return this.exited;
  }

  async get(port: string, path: string): Promise<{ status: number; body: string }> {
    if (this.child.exitCode !== null) throw new Error(`${this.name} has ended. It said:\n${this.said}`);
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, body: await response.text() };
  }

  /** Waits until it answers that it can do its work; its own last words tell why it does not. */
  async untilReady(port: string): Promise<void> {
    const ready = async (): Promise<boolean> => (await this.get(port, '/health/ready')).status === 200;
    const died = this.exited.then((ending) => Promise.reject(new Error(`It ended with ${String(ending)}.`)));
    try {
      await Promise.race([eventually(ready, { timeoutMs: readyTimeoutMs, everyMs: 100 }), died]);
    } catch (fault) {
      throw new Error(`${this.name} is not ready. It said:\n${this.said}`, { cause: fault });
    } finally {
      died.catch(() => undefined);
    }
  }

  async stop(): Promise<number | string | null> {
    this.child.kill('SIGTERM');
    return this.exited;
  }
}

/** The same variables with every container's address turned into the one its stand-in has here. */
export const onThisMachine = (
  { environment }: ComposeService,
  addresses: ReadonlyMap<string, string>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, withLocalAddresses(value, addresses)]));

const withLocalAddresses = (value: string, addresses: ReadonlyMap<string, string>): string =>
  [...addresses].reduce((text, [inside, outside]) => text.replaceAll(inside, outside), value);
