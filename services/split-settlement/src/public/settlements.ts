import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { type Booking } from '../domain/booking';
import { releasedByUser, type Release } from '../domain/release';
import { type Reversal } from '../domain/reversal';
import { heldEvent } from './held-shares';

/** The public events of a booking: that it is settled, and which part of it can be used already. */
export const bookedEvents = (booking: Booking, traceparent: string | undefined): Announcement[] => {
  const { charge, releasedNow, bookedAt } = booking;
  const released = fundsReleasedEvents(charge.chargeId, releasedNow, bookedAt);
  const held = booking.held.map((share) => heldEvent(share, bookedAt));
  return [splitSettled(booking), ...held, ...released].map((event) => ({ ...event, traceparent }));
};

const splitSettled = (booking: Booking): Announcement<'repasse.split.settled.v1'> => {
  const { charge, shares, bookedAt } = booking;
  return {
    type: 'repasse.split.settled.v1',
    key: charge.chargeId,
    time: bookedAt,
    data: {
      settlementId: booking.ids.settlementId,
      chargeId: charge.chargeId,
      paymentId: charge.paymentId,
      userId: charge.userId,
      paymentMethod: charge.paymentMethod,
      grossAmountMinor: charge.grossAmountMinor,
      feeAmountMinor: charge.feeAmountMinor,
      disputeReserveMinor: charge.disputeReserveMinor,
      currency: charge.currency,
      shares: shares.map(({ userId, amountMinor, isOwner, releaseAt }) => ({
        userId,
        amountMinor,
        isOwner,
        releaseAt,
      })),
      settledAt: bookedAt,
    },
  };
};

/** One event a user. All releases belong to one charge, and so to one currency. */
export const fundsReleasedEvents = (
  chargeId: string,
  releases: readonly Release[],
  releasedAt: string,
): Announcement<'repasse.funds.released.v1'>[] => {
  const currency = releases[0]?.currency;
  if (currency === undefined) return [];
  return releasedByUser(releases).map(({ userId, amountMinor }) => ({
    type: 'repasse.funds.released.v1',
    key: chargeId,
    time: releasedAt,
    data: { chargeId, userId, amountMinor, currency, releasedAt },
  }));
};

/** The public event of a refund: who gave how much of it, and from where. */
export const splitReversed = (
  reversal: Reversal,
  said: {
    readonly chargeId: string;
    readonly settlementId: string;
    readonly userId: number;
    readonly reversedAt: string;
  },
): Announcement<'repasse.split.reversed.v1'> => ({
  type: 'repasse.split.reversed.v1',
  key: said.chargeId,
  time: said.reversedAt,
  data: {
    ...said,
    paymentId: reversal.paymentId,
    refundId: reversal.reversalId,
    amountMinor: reversal.amountMinor,
    currency: reversal.currency,
    shares: reversal.takings.map(({ takenReleases: _private, ...share }) => share),
  },
});
