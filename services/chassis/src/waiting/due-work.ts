import { type Clock, toIso } from '../clock';
import { type Logger } from '../log/logger';
import { type Claimed } from './due-rows';
import { pollDue, type DuePoll } from './poll-due';

export interface DueWork<Row> extends DuePoll {
  /** Whether a row that its caller has leased may begin at once. */
  hasRoom(): boolean;
  /** Works on a row that its caller has leased. */
  begin(row: Row): void;
}

export interface DueWorkOptions<Row> {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Rows in work at one time; the rest waits in the table. */
  readonly atOnceMax: number;
  readonly claim: (o: { readonly now: string; readonly limit: number }) => Promise<Claimed<Row>>;
  /**
   * Writes what came of the row itself. Returns when it is due again, null when that is not known. May throw: then the
   * row comes again when its lease ends.
   */
  readonly work: (row: Row) => Promise<string | null>;
  readonly backstopMs?: number | undefined;
}

/** Claims what is due and works on it, many rows at a time. Any number of processes may do so: claims keep them apart. */
export const startDueWork = <Row>({
  name,
  clock,
  log,
  atOnceMax,
  claim,
  work,
  backstopMs,
}: DueWorkOptions<Row>): DueWork<Row> => {
  const underWay = new Set<Promise<void>>();
  let isMoreDue = false;

  const begin = (row: Row): void => {
    const working = work(row)
      .then(
        (dueAt) => {
          if (dueAt !== null) duePoll.expect(dueAt);
        },
        // One row that cannot be worked on must not keep the others from it.
        (fault: unknown) => log.error({ err: fault, loop: name, row: keyOf(row) }, 'due row failed and comes again'),
      )
      .finally(() => {
        underWay.delete(working);
        if (isMoreDue) duePoll.wake();
      });
    underWay.add(working);
  };
  const duePoll = pollDue({
    name,
    clock,
    log,
    backstopMs,
    look: async () => {
      const limit = atOnceMax - underWay.size;
      isMoreDue = limit <= 0;
      if (isMoreDue) return { isMore: false, nextDueAt: null };
      const { rows, nextDueAt } = await claim({ now: toIso(clock.now()), limit });
      rows.forEach(begin);
      // As many as there was room for: whoever finishes first makes room for the next.
      isMoreDue = rows.length === limit;
      return { isMore: false, nextDueAt };
    },
  });

  return {
    ...duePoll,
    hasRoom: () => underWay.size < atOnceMax,
    begin,
    stop: async () => {
      await duePoll.stop();
      await Promise.all(underWay);
    },
  };
};

const keyOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'key' in row ? row.key : undefined;
