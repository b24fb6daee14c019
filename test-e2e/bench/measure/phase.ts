import { type Load } from '../load/load';
import { type Row, type Table } from '../report/table';
import { countCpu, type CpuMs } from '../system/cpu';
import { watchLag, type Lag } from '../system/lag';
import { type Bench } from './bench';

/** A load and all that followed from it. */
export interface Phase {
  readonly name: string;
  readonly load: Load;
  /** Until the last consequence. */
  readonly cpu: CpuMs;
  /** From the end of the load until the last consequence was seen. */
  readonly followedMs: number;
  /** Consequences that were not seen in the time that is waited for them. */
  readonly missing: number;
  readonly lag: Lag;
}

/** A problem's title and detail; the rest of an answer is ids. */
const faultLengthMax = 300;

/** `events` are the last ones that each piece of work causes. */
export const measurePhase = async (
  { system, follower, report }: Bench,
  o: { readonly name: string; readonly events: readonly string[]; readonly run: () => Promise<Load> },
): Promise<Phase> => {
  const since = await follower.mark();
  const cpuSince = countCpu(system.pid);
  const endWatch = watchLag(system.stack);
  const load = await o.run();
  const endedAtMs = performance.now();
  const seen = await Promise.all(o.events.map((type) => follower.awaitEvents(since, type, load.completed)));
  const missing = Math.max(0, load.completed - Math.min(...seen));
  const phase = { name: o.name, load, cpu: cpuSince(), followedMs: performance.now() - endedAtMs, missing };
  const fault = load.failed > 0 ? `, ${load.failed} failed: ${load.firstFault?.slice(0, faultLengthMax) ?? ''}` : '';
  report(`  ${o.name}: ${load.ratePerSecond.toFixed(1)}/s${fault}`);
  if (load.failed > 0 || missing > 0) await follower.awaitQuiet();
  return { ...phase, lag: endWatch() };
};

/** Whether the consumers kept up while it was measured: without that a rate is only what the front door takes. */
export const keptUpTable = (id: string, phases: readonly Phase[]): Table => ({
  id,
  title: 'Did every consumer follow?',
  columns: ['done', 'failed', 'all seen after, ms', 'never seen', 'largest consumer lag', 'largest outbox'],
  rows: phases.map(({ name, load, followedMs, missing, lag }): Row => ({
    name,
    values: [load.completed, load.failed, followedMs, missing, lag.consumerLag, lag.outboxPending],
  })),
});
