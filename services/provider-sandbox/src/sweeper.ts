import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Due } from '@repasse/chassis/waiting/due-rows';
import { pollDue } from '@repasse/chassis/waiting/poll-due';

/** Work that comes due without a request. Must be safe to repeat. */
export interface DueWork {
  readonly name: string;
  /** Does what is due, some of it at a time; returns when there is more to do, null when nothing is known. */
  run(): Promise<string | null>;
}

/** At most so many at a time, or one provider would keep the others waiting. */
const batchMax = 100;

/** Documents that come due. Each is judged again when it is locked: something else may have come first. */
export const dueDocuments = <Document>(
  name: string,
  clock: Clock,
  list: (now: string, limit: number) => Promise<Due<Document>>,
  step: (document: Document, now: Date) => Promise<unknown>,
): DueWork => ({
  name,
  run: async () => {
    const now = clock.now();
    const { rows, nextDueAt } = await list(toIso(now), batchMax);
    for (const document of rows) await step(document, now);
    return nextDueAt;
  },
});

export interface Sweeper {
  /** Everything that is due from now on. */
  start(works: readonly DueWork[]): void;
  /** Announces due times; null and undefined are ignored. Call it after the commit. */
  expect(...dueAt: readonly (string | null | undefined)[]): void;
  /** Looks for due work now. */
  wake(): void;
  stop(): Promise<void>;
}

export const createSweeper = (clock: Clock, log: Logger): Sweeper => {
  let works: readonly DueWork[] = [];
  /** A work that fails does not stop the others; the next look runs it again. */
  const run = (work: DueWork): Promise<string | null> =>
    work.run().catch((fault: unknown) => {
      log.error({ err: fault, work: work.name }, 'what is due failed');
      return null;
    });
  const sweeping = pollDue({
    name: 'sweeper',
    clock,
    log,
    look: async () => {
      const next: string[] = [];
      for (const work of works) next.push(...told(await run(work)));
      return { isMore: false, nextDueAt: next.toSorted()[0] ?? null };
    },
  });
  return {
    start: (all) => {
      works = all;
      sweeping.wake();
    },
    expect: (...dueAt) => dueAt.flatMap(told).forEach(sweeping.expect),
    wake: () => sweeping.wake(),
    stop: () => sweeping.stop(),
  };
};

const told = (dueAt: string | null | undefined): string[] => (dueAt === null || dueAt === undefined ? [] : [dueAt]);
