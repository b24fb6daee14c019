import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Bus } from '@repasse/chassis/bus/bus';
import { type Behaviour, type OtherUrls } from '../load/other-receivers';
import { openLoop } from '../load/open-loop';
import { percentilesOf } from '../load/quantiles';
import { paidCharges } from '../load/ready-events';
import { startWebhookReceiver, type WebhookReceiver } from '../load/webhook-receiver';
import { type Table } from '../report/table';
import { openPrivateBus } from '../system/private-bus';
import { type RunningSystem } from '../system/running-system';
import { startDispatcher } from './dispatcher-alone';

/** 3,000 a minute to the receiver that is measured, and as many to the others: far below what a dispatcher can do. */
const ratePerSecond = 50;
/** Connections, plans of statements and code that was never run, which would be the slowest percent of a short round. */
const warmUp = { ratePerSecond: 150, durationMs: 4_000 };
const durationMs = 20_000;
const rounds = 3;

const bad: readonly Behaviour[] = ['hangs', 'drips', 'floods', 'leads inside'];

/**
 * How late webhooks come to a receiver that is well, counted from the event, while as many go to four others: all well, or
 * one that hangs, one that drips, one that sends a gigabyte and one that leads inside. Two dispatchers run at the same
 * time, one beside each kind of others: what the machine does to one, and the flood's sender on its cores, it does to both,
 * and what is left is the dispatcher's own.
 */
export const measureIsolation = async (system: RunningSystem, report: (line: string) => void): Promise<Table> => {
  const others = await startOthers();
  const delaysMs: Delays = { well: [], bad: [] };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const ofRound = await measureRound(system, others.urls);
      for (const kind of kinds) {
        report(`  round ${round}, others ${kind}: ${percentilesOf(ofRound[kind]).p99Ms.toFixed(1)} ms (p99)`);
        delaysMs[kind].push(...ofRound[kind]);
      }
    }
  } finally {
    await others.stop();
  }
  const rows = kinds.map((kind) => {
    const { p50Ms, p99Ms } = percentilesOf(delaysMs[kind]);
    return { name: `others are ${kind}`, values: [p50Ms, p99Ms] };
  });
  return {
    ...{ id: 'isolation', title: `Event → webhook at a receiver that is well, at ${ratePerSecond}/s` },
    ...{ columns: ['p50 ms', 'p99 ms'], rows },
    notes: [
      'Two dispatchers at the same time. As many webhooks go to four others, who are well, or hang, drip, flood and redirect.',
    ],
  };
};

const kinds = ['well', 'bad'] as const;
type Delays = Readonly<Record<(typeof kinds)[number], number[]>>;

/** Dispatchers of their own each round: what hung in the one before would be tried again in the next. */
const measureRound = async (system: RunningSystem, urls: OtherUrls): Promise<Delays> => {
  const beside = {
    well: await startBeside(system, [urls.well]),
    bad: await startBeside(
      system,
      bad.map((name) => urls[name]),
    ),
  };
  try {
    await Promise.all(kinds.map((kind) => openLoop(warmUp, beside[kind].deliver)));
    const delaysMs: Delays = { well: [], bad: [] };
    const measured = (kind: (typeof kinds)[number]) => async () =>
      void delaysMs[kind].push(await beside[kind].deliver());
    await Promise.all(kinds.map((kind) => openLoop({ ratePerSecond, durationMs }, measured(kind))));
    return delaysMs;
  } finally {
    await Promise.all(kinds.map((kind) => beside[kind].stop()));
  }
};

/** A dispatcher, and a way to have it tell the measured receiver of a payment, and one of the others of another. */
const startBeside = async (system: RunningSystem, others: readonly string[]) => {
  const name = `isolation_${others.length}`;
  const { service, busUrl } = await startDispatcher(system, name);
  const [receiver, bus] = [await startWebhookReceiver(), await openPrivateBus(busUrl)];
  let begun = 0;
  return {
    deliver: () => delayOfOne(bus, receiver, others[(begun += 1) % others.length] ?? ''),
    stop: async () => {
      await Promise.all([service.stop(), receiver.stop(), bus.close()]);
    },
  };
};

const delayOfOne = async (bus: Bus, receiver: WebhookReceiver, other: string): Promise<number> => {
  const expected = receiver.expect();
  const messages = [...paidCharges(1, expected.url), ...paidCharges(1, other)];
  const startedAtMs = performance.now();
  await bus.publish(messages);
  return (await expected.arrivedAtMs) - startedAtMs;
};

const startOthers = async (): Promise<{ readonly urls: OtherUrls; readonly stop: () => Promise<void> }> => {
  const child = fork(join(__dirname, '../load/other-receivers-process.cjs'), {
    execArgv: ['--conditions=repasse-source'],
  });
  const [urls] = (await once(child, 'message')) as [OtherUrls];
  return {
    urls,
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
};
