import { rmSync } from 'node:fs';
import { type StackOptions } from '../../deploy/local/options';
import { isReady, waitUntilReady } from '../../deploy/local/readiness';
import { startStack, type Stack } from '../../deploy/local/stack';
import { type StackFile } from '../../deploy/local/stack-file';
import { type ProcessSpec } from '../../deploy/local/supervised-process';
import { freePortBase, portsTakenAt } from './free-port-base';
import { copyMigratedData, newDataDir } from './migrated-data';

export type BusName = 'postgres' | 'kafka';

/** A first start fetches nothing but runs initdb, every migration and, on Kafka, two Java programs on two cores. */
export const stackStartTimeoutMs = 180_000;

/** Another test may choose the same ports once, but not time after time. */
const startsMax = 3;

/** The whole system as `npm start` runs it, on ports and a data folder of its own. */
export class RunningStack {
  private stack: Stack | undefined;
  private portBase = 0;
  /** Deaths the runner saw and mended; a test that kills nothing expects none. */
  readonly deaths: string[] = [];

  constructor(
    private readonly bus: BusName,
    private readonly dataDir = newDataDir(),
    /** Such as Kafka that a test runs itself. */
    private readonly options: Pick<StackOptions, 'givenKafka' | 'hasVerifier'> = {},
  ) {}

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

  /** First on ports that are free; later on the same ones, since its data contains them. */
  async start(): Promise<void> {
    const migrated = process.env['E2E_MIGRATED_DATA'];
    // On Kafka there is no database of the bus.
    if (migrated !== undefined && this.portBase === 0 && this.bus === 'postgres')
      copyMigratedData(migrated, this.dataDir);
    for (let starts = 1; ; starts += 1) {
      const isFirst = this.portBase === 0;
      const portBase = isFirst ? await freePortBase() : this.portBase;
      try {
        await this.startOn(portBase);
        this.portBase = portBase;
        return;
      } catch (fault) {
        // Its own ports are free again by now, so another process took one of them first.
        const isPortTaken = (await portsTakenAt(portBase)).length > 0;
        if (!isFirst || !isPortTaken || starts === startsMax) throw fault;
      }
    }
  }

  private async startOn(portBase: number): Promise<void> {
    const report = (line: string) => void this.deaths.push(line);
    this.stack = await startStack(
      {
        portBase,
        dataDir: this.dataDir,
        isKafka: this.bus === 'kafka' && !this.options.givenKafka,
        isReset: false,
        archiveDir: null,
        ...this.options,
      },
      () => undefined,
      report,
    );
  }

  /** Whether nothing has died since the start and every service says that it is ready. */
  async isSound(): Promise<boolean> {
    if (this.deaths.length > 0) return false;
    const answers = await Promise.all(Object.values(this.file.services).map(isReady));
    return answers.every(Boolean);
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

  /** Keeps a service from going on, so that what it was asked is still under way, while `work` runs. */
  async whileFrozen(service: string, work: () => Promise<void>): Promise<void> {
    this.process(service).freeze();
    try {
      await work();
    } finally {
      this.process(service).thaw();
    }
  }

  async restartService(service: string, extraEnv: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.process(service).stop();
    await this.startService(service, extraEnv);
  }

  /** How the runner starts a service. */
  specOf(service: string): ProcessSpec {
    return this.process(service).spec;
  }

  private process(service: string) {
    const process = this.running.processes.get(service);
    if (process === undefined) throw new Error(`No service ${service}.`);
    return process;
  }
}
