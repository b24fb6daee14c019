import { type Clock, toIso } from '../clock';
import { type Logger } from '../log/logger';
import { type Due } from './due-rows';
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
  readonly claim: (o: { readonly now: string; readonly limit: number }) => Promise<Due<Row>>;
  /**
   * Writes the row's outcome itself. Returns when it is due again, null when that is not known. May throw: then the row
   * comes again when its lease ends.
   */
  readonly work: (row: Row) => Promise<string | null>;
  readonly backstopMs?: number | undefined;
}

/** Claims due rows and works on many at a time. Any number of processes may run it: claims keep them apart. */
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
        // One failing row must not block the others.
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
      // The limit was reached: the next row to finish makes room.
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
