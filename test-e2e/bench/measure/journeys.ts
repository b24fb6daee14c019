import { closedLoop } from '../load/closed-loop';
import { type Load } from '../load/load';
import { openLoop } from '../load/open-loop';
import { percentilesOf } from '../load/quantiles';
import { type Row, type Table } from '../report/table';
import { type Bench } from './bench';
import { cpuTable } from './cpu-table';
import { keptUpTable, measurePhase, type Phase } from './phase';

/**
 * A journey gets cheaper for half a minute, while more and more code is compiled: the first hundreds cost twice as much as
 * what follows. A service runs for days, so it is the compiled one that is measured.
 */
const compiling = { clients: 32, warmUpMs: 0, durationMs: 30_000 };

const inFlightCounts = [16, 32];
const closedLoopMs = { warmUpMs: 1_000, durationMs: 8_000 };

/** Long enough for two hundred webhooks and more at either rate, so that a p99 is not a single one. */
const [calm, busy] = [
  { ratePerSecond: 10, durationMs: 20_000 },
  { ratePerSecond: 50, durationMs: 8_000 },
];

/** The last that a paid charge causes, on each of its two ways through the system. */
export const journeyConsequences = ['repasse.split.settled.v1', 'repasse.webhook.delivered.v1'];

interface JourneyPhase extends Phase {
  readonly payToWebhookMs: readonly number[];
}

/** PIX charges created, paid and announced: as many as go, and at fixed rates. */
export const measureJourneys = async (bench: Bench): Promise<readonly Table[]> => {
  const merchant = await bench.merchant();
  const phases: JourneyPhase[] = [];
  const measure = async (name: string, load: (work: () => Promise<void>) => Promise<Load>): Promise<void> => {
    const payToWebhookMs: number[] = [];
    const run = () => load(async () => void payToWebhookMs.push((await merchant.journey()).payToWebhookMs));
    const phase = await measurePhase(bench, { name, events: journeyConsequences, run });
    phases.push({ ...phase, payToWebhookMs });
  };
  const measureOpen = (open: typeof calm) => measure(`${open.ratePerSecond}/s`, (work) => openLoop(open, work));
  await closedLoop(compiling, () => merchant.journey());
  await bench.follower.awaitQuiet();
  for (const clients of inFlightCounts) {
    await measure(`${clients} in flight`, (work) => closedLoop({ clients, ...closedLoopMs }, work));
  }
  await measureOpen(calm);
  // Last, because a system that is too slow for it needs a while to recover.
  await measureOpen(busy);
  merchant.close();
  const verified = bench.receiver.verifySamples(bench.system.stack.merchant.webhookSecret);
  return [
    timesTable(phases, verified, bench.receiver.repeated),
    cpuTable({ id: 'journey-cpu', title: 'CPU of one journey, ms by process', total: 'a journey', phases }),
    keptUpTable('journeys-kept-up', phases),
  ];
};

const timesTable = (phases: readonly JourneyPhase[], verified: number, repeated: number): Table => ({
  id: 'journeys',
  title: 'PIX journeys: create → pay in the bank app → signed webhook received',
  columns: ['per second', 'pay → webhook p50 ms', 'p99 ms', 'whole p50 ms', 'whole p99 ms'],
  rows: phases.map(({ name, load, payToWebhookMs }): Row => {
    const [webhook, whole] = [percentilesOf(payToWebhookMs), percentilesOf(load.durationsMs)];
    return { name, values: [load.ratePerSecond, webhook.p50Ms, webhook.p99Ms, whole.p50Ms, whole.p99Ms] };
  }),
  notes: [`${verified} signatures verified by the library of Standard Webhooks; ${repeated} webhooks came twice.`],
});
