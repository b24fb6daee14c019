import { type Tx } from '@repasse/chassis/postgres/database';
import { type PayoutStanding } from '../../domain/payout-standing';
import { type SkipReason } from '../../domain/scheduled-payout';
import { withheldOf, type Withheld } from '../../domain/withheld';
import { readPayables } from '../read-payables';
import { type UserBalance } from '../read-balance';
import { expectedPayout, knownStanding } from './expected-payout';
import { findSchedule, type StoredSchedule } from './schedules';

export interface NextPayout {
  readonly runsAt: string;
  /** By what is known now; 0 where the run would skip the user. */
  readonly amountMinor: number;
  readonly skipReason: SkipReason | null;
  readonly destinationId: string | null;
  readonly destinationLabel: string | null;
}

export interface PayoutOutlook {
  readonly nextPayout: NextPayout | null;
  readonly withheld: readonly Withheld[];
}

/** What the next run would pay by what is known now, and what is withheld. Two statements, and no lock. */
export const readOutlook = async (
  db: Tx,
  userId: number,
  balance: UserBalance,
  now: string,
): Promise<PayoutOutlook> => {
  const schedule = await findSchedule(db, userId);
  const asked = [{ userId, destinationId: schedule?.destinationId ?? null }];
  const [payable] = await readPayables(db, asked, { now, isDeciding: false });
  if (payable === undefined) throw new Error(`Nothing was read of user ${userId}.`);
  const standing = knownStanding(payable, balance);
  const { promisedMinor } = payable.funds;
  return {
    nextPayout: schedule === undefined ? null : nextPayoutOf(schedule, standing, now),
    withheld: withheldOf(standing, { ...balance, promisedMinor }),
  };
};

const nextPayoutOf = (schedule: StoredSchedule, standing: PayoutStanding, now: string): NextPayout | null => {
  const { nextRunAt: runsAt } = schedule;
  if (runsAt === null) return null;
  const payout = expectedPayout(schedule, standing, { runAt: runsAt, now });
  return {
    runsAt,
    amountMinor: 'amountMinor' in payout ? payout.amountMinor : 0,
    skipReason: 'skipReason' in payout ? payout.skipReason : null,
    destinationId: standing.destination?.destinationId ?? null,
    destinationLabel: standing.destination?.label ?? null,
  };
};
