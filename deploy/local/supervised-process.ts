import { fork, type ChildProcess } from 'node:child_process';
import { backoffMs, type BackoffLimits } from '@repasse/chassis/waiting/backoff';
import { logTo } from './log-to';

export interface ProcessSpec {
  readonly name: string;
  /** A CommonJS file; it must leave by itself when its parent's channel closes. */
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** The others run on without it, so it is tried for as long as the system runs; the pause keeps the machine free for them. */
const restartPauses: BackoffLimits = { firstMs: 500, maxMs: 15_000 };
/** A process that lived this long had started: its next death counts as the first. */
const soundAfterMs = 60_000;
/** A little more than the services' own time to drain. */
const stopTimeoutMs = 28_000;

/** Gets one line about each death, for the person at the terminal. */
export type OnDied = (line: string) => void;

/** One service as a process of its own: its output goes to a file, a death is reported in one line, and it is started again. */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private isStopping = false;
  private startedAtMs = 0;
  private deathsInARow = 0;
  private restart: NodeJS.Timeout | undefined;

  constructor(
    readonly spec: ProcessSpec,
    private readonly onDied: OnDied,
    private readonly pauses: BackoffLimits = restartPauses,
  ) {}

  start(extraEnv: Readonly<Record<string, string>> = {}): void {
    this.isStopping = false;
    clearTimeout(this.restart);
    this.startedAtMs = performance.now();
    const { entry, env, logFile } = this.spec;
    // Detached: Ctrl-C reaches the runner alone, which then stops the parts in order.
    const child = fork(entry, {
      env: { ...inherited(), ...env, ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Flags by which the runner loads sources are not for what was built.
      execArgv: [],
      detached: true,
    });
    logTo(logFile, child);
    child.once('exit', (code, signal) => this.exited(child, signal ?? `exit code ${String(code)}`));
    // A machine without memory or processes left cannot start it; no exit follows then.
    child.once('error', (fault) => this.exited(child, fault.message));
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

  /** Stops it where it is, as a machine that hangs does, until it is thawed. Its connections stay open. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
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
    this.child = undefined;
    const hasLived = performance.now() - this.startedAtMs >= soundAfterMs;
    this.deathsInARow = hasLived ? 1 : this.deathsInARow + 1;
    const pauseMs = backoffMs(this.deathsInARow, this.pauses);
    const { name, logFile } = this.spec;
    const when = `in ${String(Math.ceil(pauseMs / 100) / 10)} s`;
    this.onDied(`${name} died (${how}) and is started again ${when}; see ${logFile}.`);
    this.restart = setTimeout(() => this.start(), pauseMs);
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const ofTheSystem = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SystemRoot'];

/** A collector watches the whole system, so these are the same for all processes. */
const ofTraces = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** A developer's own PORT or KAFKA_BROKERS must not leak into a service; what Node and the system need may. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(
    [...ofTheSystem, ...ofTraces].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
