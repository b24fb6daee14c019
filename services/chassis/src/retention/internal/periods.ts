import { type PartitionPeriod } from '@repasse/contracts';
import { assertNever } from '../../decider';

/** From `from` to just before `until`, both midnights of UTC. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** How many periods beyond the current one have a partition. */
const aheadOf: Readonly<Record<PartitionPeriod, number>> = { day: 7, week: 3, month: 2 };

/** The period of a time. Weeks begin on Mondays. */
export const periodOf = (period: PartitionPeriod, at: Date): Period => {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  switch (period) {
    case 'day':
      return { from: utc(year, month, day), until: utc(year, month, day + 1) };
    case 'week': {
      const monday = day - ((at.getUTCDay() + 6) % 7);
      return { from: utc(year, month, monday), until: utc(year, month, monday + 7) };
    }
    case 'month':
      return { from: utc(year, month, 1), until: utc(year, month + 1, 1) };
    default:
      return assertNever(period);
  }
};

/** The period of a time and those that come next, as far as partitions are made ahead. */
export const periodsAhead = (period: PartitionPeriod, now: Date): readonly Period[] => {
  const periods = [periodOf(period, now)];
  for (let made = 0; made < aheadOf[period]; made += 1) {
    const last = periods.at(-1);
    if (last !== undefined) periods.push(periodOf(period, last.until));
  }
  return periods;
};

/** Such as bus_messages_20261101: by the day the period begins. */
export const partitionName = (table: string, { from }: Period): string =>
  `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`;

const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day));
