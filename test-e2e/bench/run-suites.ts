import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installKafka, installKafkaJava, installRegistry, installRegistryJava } from '../../deploy/kafka/install';
import { freePortBase } from '../support/free-port-base';
import { signIn } from './load/merchant';
import { startWebhookReceiver } from './load/webhook-receiver';
import { memoryTable, secondsToPaidCharge, startTable } from './measure/start';
import { type Table } from './report/table';
import { systemSuites, type SystemSuiteName } from './suites';
import { openFollower } from './system/followers';
import { memoryOf } from './system/memory';
import { startSystem, type BusName, type RunningSystem } from './system/running-system';

export interface SuiteRun {
  readonly bus: BusName;
  readonly suites: readonly SystemSuiteName[];
  readonly portBase: number | undefined;
  readonly folder: string;
  readonly report: (line: string) => void;
  /** Told of what runs, so that an interrupted bench leaves nothing running. */
  readonly onSystem: (system: RunningSystem | undefined) => void;
  readonly onFailed: (suite: string, fault: unknown) => void;
}

/** Starts the system on one bus, measures, stops it; and starts it once more, on what it has written. */
export const runSuites = async (o: SuiteRun): Promise<readonly Table[]> => {
  const dataDir = join(o.folder, o.bus);
  const place = { bus: o.bus, portBase: o.portBase ?? (await freePortBase()), dataDir };
  o.report(`\nOn ${o.bus}: starting …`);
  if (o.bus === 'kafka') await fetchOnce();
  const system = await startSystem({ ...place, isReset: true });
  o.onSystem(system);
  try {
    const startedSeconds = await secondsToPaidCharge(system);
    const memoryBefore = memoryOf(system.pid);
    const tables = await measureAll(o, system);
    const memory = memoryTable(memoryBefore, memoryOf(system.pid));
    await system.stop();
    o.onSystem(undefined);
    const startedAgain = await attempt('start', () => startAgain(o, place), o.onFailed);
    return [startTable(startedSeconds, startedAgain), memory, ...tables];
  } finally {
    await system.stop();
    // The logs stay until the next run, for whom a figure surprises.
    for (const part of ['postgres', 'kafka', 'registry']) rmSync(join(dataDir, part), { recursive: true, force: true });
  }
};

/** What is downloaded the first time is no part of a start. */
const fetchOnce = async (): Promise<void> => {
  for (const fetch of [installKafka, installKafkaJava, installRegistry, installRegistryJava]) await fetch();
};

const measureAll = async (o: SuiteRun, system: RunningSystem): Promise<readonly Table[]> => {
  const { stack } = system;
  const receiver = await startWebhookReceiver();
  const follower = await openFollower(stack);
  const merchant = (chargeUrl?: string) => signIn(stack, receiver, chargeUrl);
  const known: Table[] = [];
  try {
    for (const name of o.suites) {
      const { about, measure, buses } = systemSuites[name];
      if (!(buses as readonly BusName[]).includes(system.bus)) continue;
      o.report(`${name}: ${about}`);
      const startedAtMs = performance.now();
      const bench = { system, receiver, follower, merchant, known, report: o.report };
      known.push(...((await attempt(name, () => measure(bench), o.onFailed)) ?? []));
      o.report(`  (${Math.round((performance.now() - startedAtMs) / 1_000)} s)`);
    }
  } finally {
    await Promise.all([receiver.stop(), follower.close()]);
  }
  return known;
};

/** What fails costs its own figures, not those of ten minutes. */
const attempt = async <Result>(
  name: string,
  work: () => Promise<Result>,
  onFailed: SuiteRun['onFailed'],
): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (fault) {
    onFailed(name, fault);
    return undefined;
  }
};

const startAgain = async (
  o: SuiteRun,
  place: { readonly bus: BusName; readonly portBase: number; readonly dataDir: string },
): Promise<number> => {
  const again = await startSystem({ ...place, isReset: false });
  o.onSystem(again);
  const seconds = await secondsToPaidCharge(again);
  await again.stop();
  o.onSystem(undefined);
  return seconds;
};
