import { fork, type ChildProcess } from 'node:child_process';
import { logTo } from './log-to';

export type ProcessSpec = {
  readonly name: string;
  /** A CommonJS file; it must leave by itself when its parent's channel closes. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
};

/** A service that keeps dying has a cause that another start will not mend; five tries show a passing one. */
const restartsMax = 5;
const restartWindowMs = 60_000;
const restartDelayMs = 500;
/** A little more than the services' own time to drain. */
const stopTimeoutMs = 28_000;

export type ProcessReports = {
  readonly onDied: (line: string) => void;
  readonly onGaveUp: (line: string) => void;
};

/** One service as a process of its own: its output goes to a file, a death is reported in one line and mended. */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private isStopping = false;
  private deaths: number[] = [];
  private restart: NodeJS.Timeout | undefined;

  constructor(
    readonly spec: ProcessSpec,
    private readonly reports: ProcessReports,
  ) {}

  start(extraEnv: Readonly<Record<string, string>> = {}): void {
    this.isStopping = false;
    clearTimeout(this.restart);
    const { entry, env, logFile } = this.spec;
    // Detached: Ctrl-C reaches the runner alone, which then stops the parts in order.
    const child = fork(entry, {
      env: { ...inherited(), ...env, ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    logTo(logFile, child);
    child.once('exit', (code, signal) => this.exited(child, signal ?? `exit code ${String(code)}`));
    this.child = child;
  }

  /** Ends it as a crash would (SIGKILL) and keeps it down until start() is called. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Asks it to drain and leave; after the time limit it is ended. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    this.isStopping = true;
    // Otherwise a restart that is already planned would start a second process behind the one started by hand.
    clearTimeout(this.restart);
    const child = this.child;
    if (child === undefined || hasExited(child)) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const hardStop = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    child.kill(signal);
    await exited;
    clearTimeout(hardStop);
  }

  private exited(child: ChildProcess, how: string): void {
    if (this.isStopping || child !== this.child) return;
    const now = Date.now();
    this.deaths = [...this.deaths.filter((at) => now - at < restartWindowMs), now];
    const { name, logFile } = this.spec;
    if (this.deaths.length > restartsMax) {
      this.reports.onGaveUp(
        `${name} died ${String(this.deaths.length)} times within a minute (${how}); see ${logFile}.`,
      );
      return;
    }
    this.reports.onDied(`${name} died (${how}) and is started again; see ${logFile}.`);
    this.restart = setTimeout(() => this.start(), restartDelayMs);
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** A developer's own PORT or KAFKA_BROKERS must not leak into a service; what Node and the system need may. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SystemRoot'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
