import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portPlan, takenPorts, type PortName } from '../../deploy/local/port-plan';
import { waitUntilReady } from '../../deploy/local/readiness';
import { startStack, type Stack } from '../../deploy/local/stack';
import type { StackFile } from '../../deploy/local/stack-file';

export type BusName = 'postgres' | 'kafka';

/** A first start fetches nothing but runs initdb, every migration and, on Kafka, two Java programs on two cores. */
export const stackStartTimeoutMs = 180_000;

/** The whole system as `npm start` runs it, on ports and a data folder of its own. */
export class RunningStack {
  private stack: Stack | undefined;
  private readonly dataDir = newDataDir();
  private portBase = 0;
  /** Deaths the runner saw and mended; a test that kills nothing expects none. */
  readonly deaths: string[] = [];

  constructor(private readonly bus: BusName) {}

  get file(): StackFile {
    return this.running.file;
  }

  get dataFolder(): string {
    return this.dataDir;
  }

  private get running(): Stack {
    if (this.stack === undefined) throw new Error('The stack is not running.');
    return this.stack;
  }

  async start(): Promise<void> {
    if (this.portBase === 0) this.portBase = await freePortBase();
    const report = (line: string) => void this.deaths.push(line);
    this.stack = await startStack(
      { portBase: this.portBase, dataDir: this.dataDir, isKafka: this.bus === 'kafka', isReset: false },
      () => undefined,
      { onDied: report, onGaveUp: report },
    );
  }

  /** Stops everything and keeps the data, as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.stack?.stop();
    this.stack = undefined;
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Ends a service as a crash would. It stays down until start. */
  kill(service: string): Promise<void> {
    return this.process(service).kill();
  }

  /** Starts a service that was killed, with an extra environment for a fault to come. */
  async startService(service: string, extraEnv: Readonly<Record<string, string>> = {}): Promise<void> {
    const process = this.process(service);
    process.start(extraEnv);
    await waitUntilReady(process.spec);
  }

  async restartService(service: string, extraEnv: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.process(service).stop();
    await this.startService(service, extraEnv);
  }

  private process(service: string) {
    const process = this.running.processes.get(service);
    if (process === undefined) throw new Error(`No service ${service}.`);
    return process;
  }
}

/** Eleven ports in a row that nothing uses; the start says so clearly if another test takes one in between. */
export const freePortBase = async (): Promise<number> => {
  for (let base = 21_000 + (process.pid % 500) * 20; base < 60_000; base += 40) {
    const plan = portPlan(base);
    if ((await takenPorts(plan, Object.keys(plan) as PortName[])).length === 0) return base;
  }
  throw new Error('No eleven free ports in a row.');
};

/** Open to others, because PostgreSQL runs as a user of its own when this is root. */
const newDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-e2e-'));
  chmodSync(folder, 0o755);
  return folder;
};
