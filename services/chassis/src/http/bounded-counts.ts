import { countedMax } from '../postgres/bounded-count';

export interface FoundCount<Kind extends string> {
  readonly kind: Kind;
  /** By `boundedCount`. */
  readonly found: number;
  /** Only what is as young as this was counted; null where age does not matter. */
  readonly since: string | null;
}

/** The body of an answer with a bounded count for each kind. */
export const boundedCounts = <Kind extends string>(asOf: string, counts: readonly FoundCount<Kind>[]) => ({
  data: counts.map(({ kind, found, since }) => ({
    ...{ kind, count: Math.min(found, countedMax) },
    ...{ isMore: found > countedMax, since },
  })),
  asOf,
});

const dayMs = 86_400_000;

/** The moment so many days of 24 hours before (or with a negative number after) another. */
export const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();

/** What ended in failure stays so for ever: older than this, it waits for nobody. */
export const attentionDays = 30;
