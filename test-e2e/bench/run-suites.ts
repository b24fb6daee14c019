import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePortBase } from '../support/running-stack';
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
  readonly say: (line: string) => void;
  /** Told of what runs, so that an interrupted bench leaves nothing running. */
  readonly onSystem: (system: RunningSystem | undefined) => void;
}

/** Starts the system on one bus, measures, stops it; and starts it once more, on what it has written. */
export const runSuites = async (o: SuiteRun): Promise<readonly Table[]> => {
  const dataDir = join(o.folder, o.bus);
  const place = { bus: o.bus, portBase: o.portBase ?? (await freePortBase()), dataDir };
  o.say(`\nOn ${o.bus}: starting …`);
  const system = await startSystem({ ...place, isReset: true });
  o.onSystem(system);
  try {
    const startedSeconds = await secondsToPaidCharge(system);
    const memoryBefore = memoryOf(system.pid);
    const tables = await measureAll(o, system);
    const memory = memoryTable(memoryBefore, memoryOf(system.pid));
    await system.stop();
    o.onSystem(undefined);
    return [startTable(startedSeconds, await startAgain(o, place)), memory, ...tables];
  } finally {
    await system.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
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
      o.say(`${name}: ${about}`);
      const startedAtMs = performance.now();
      known.push(...(await measure({ system, receiver, follower, merchant, known, say: o.say })));
      o.say(`  (${Math.round((performance.now() - startedAtMs) / 1_000)} s)`);
    }
  } finally {
    await Promise.all([receiver.stop(), follower.close()]);
  }
  return known;
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
