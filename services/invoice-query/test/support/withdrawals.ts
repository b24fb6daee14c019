import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent } from '@repasse/contracts';
import { event, olga } from './events';

export interface WithdrawalStory {
  readonly withdrawalId: string;
  /** What ledger and gateway say when it is asked for, and when the provider has taken it on. */
  readonly asked: readonly AnyEvent[];
  readonly taken: readonly AnyEvent[];
  /** The two ways in which it may end. */
  readonly paid: readonly AnyEvent[];
  readonly failed: readonly AnyEvent[];
}

interface Facts {
  readonly invoiceId: number;
  readonly userId?: number;
  readonly amountMinor?: number;
  readonly payAddress?: string;
  readonly externalReference?: string | null;
}

/** A withdrawal as its events tell it. */
export const withdrawalStory = (facts: Facts): WithdrawalStory => {
  const withdrawalId = `wd_${randomIds.ulid()}`;
  const { invoiceId, userId = olga, amountMinor = 50_000, ...asked } = facts;
  const booked = { withdrawalId, userId, amountMinor };
  const paidOut = { ...booked, invoiceId };
  const at = (position: number, moment: string) => ({ key: withdrawalId, position, at: moment });
  return {
    withdrawalId,
    asked: [
      event('repasse.withdrawal.requested.v1', { ...at(1, '30.000'), data: { ...booked, ...asked } }),
      event('repasse.payout.requested.v1', { ...at(1, '30.200'), data: { ...paidOut, ...asked } }),
    ],
    taken: [event('repasse.payout.confirming.v1', { ...at(2, '32.000'), data: paidOut })],
    paid: [
      event('repasse.payout.settled.v1', { ...at(3, '40.000'), data: paidOut }),
      event('repasse.withdrawal.paid.v1', { ...at(2, '40.100'), data: booked }),
    ],
    failed: [
      event('repasse.payout.failed.v1', { ...at(2, '40.000'), data: paidOut }),
      event('repasse.withdrawal.failed.v1', { ...at(2, '40.100'), data: booked }),
    ],
  };
};
