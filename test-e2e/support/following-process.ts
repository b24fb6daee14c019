import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Command } from './data-consumers';

/** A program that follows the topics until it is killed, and is started again on what it has kept. */
export class FollowingProcess {
  private child: ChildProcess | undefined;

  constructor(
    private readonly command: Command,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Resolves when it has written the first batch of this start, so that a kill meets it at work. */
  async start(): Promise<void> {
    const [program, ...args] = this.command;
    const child = spawn(program, args, {
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    const lines = createInterface({ input: child.stdout });
    await new Promise<void>((resolve, reject) => {
      lines.once('line', () => resolve());
      child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${String(code)}.`)));
    });
  }

  /** As a machine that loses power would; nothing of it can tidy up. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}
