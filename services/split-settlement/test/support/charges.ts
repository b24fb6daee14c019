import { randomIds } from '@repasse/chassis/ids';
import { exampleEvent } from '@repasse/chassis/testing/example-event';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';

export type ChargePaid = EventData['repasse.charge.paid.v1'];

/** The cast: Olga's shop sells, Ana and Bruno get parts, Eve has nothing to do with it. */
export const olga = 1001;
export const ana = 1002;
export const bruno = 1003;
export const eve = 1666;

const share = (userId: number, amountMinor: number, isOwner = false) => ({
  userId,
  amountMinor,
  isOwner,
  reducedByMinor: 0,
});

/** 100.00 by PIX: 0.99 to the platform, 19.80 to Ana, 10.00 to Bruno, the rest to Olga. */
export const paidCharge = (change: Partial<ChargePaid> = {}): ChargePaid => {
  const id = randomIds.ulid();
  return {
    chargeId: `ch_${id}`,
    attemptId: `att_${id}`,
    paymentId: `pay_${id}`,
    invoiceId: 50_001,
    userId: olga,
    paymentMethod: 'PIX',
    grossAmountMinor: 10_000,
    fees: [{ code: 'PIX_FEE', method: 'PIX', percentBps: 99, fixedMinor: 0, amountMinor: 99 }],
    feeAmountMinor: 99,
    netAmountMinor: 9_901,
    sharedAmountMinor: 2_980,
    disputeReserveMinor: 0,
    currency: 'BRL',
    shares: [share(olga, 6_921, true), share(ana, 1_980), share(bruno, 1_000)],
    statusReason: null,
    description: null,
    externalReference: null,
    paidAt: '2026-01-01T12:00:00.000Z',
    ...change,
  };
};

/** The same by international checkout: a reserve is held back, and nothing can be used for a week. */
export const paidInternationally = (change: Partial<ChargePaid> = {}): ChargePaid =>
  paidCharge({ paymentMethod: 'INTERNATIONAL', disputeReserveMinor: 495, ...change });

/** ChargePaid as charge publishes it: the first event of the charge's stream, unless said otherwise. */
export const paidEvent = (data: ChargePaid, position = 1): AnyEvent =>
  eventOf('repasse.charge.paid.v1', data.chargeId, position, data.paidAt, data);

export const eventOf = <T extends EventType>(
  type: T,
  subject: string,
  position: number,
  time: string,
  data: Partial<EventData[T]>,
): AnyEvent => exampleEvent(type, { key: subject, position, time, data });

type Refund = Partial<EventData['repasse.charge.refunded.v1']>;

/** A refund of a paid charge. */
export const refundEvent = (charge: ChargePaid, amountMinor: number, change: Refund = {}, position = 2): AnyEvent => {
  const { chargeId, attemptId, paymentId, userId, paymentMethod, grossAmountMinor, currency } = charge;
  return eventOf('repasse.charge.refunded.v1', chargeId, position, refundedAt, {
    ...{ chargeId, attemptId, paymentId, userId, paymentMethod, grossAmountMinor, currency },
    refundId: `re_${randomIds.ulid()}`,
    amountMinor,
    refundedTotalMinor: amountMinor,
    isFull: amountMinor === grossAmountMinor,
    splitRefund: null,
    refundedAt,
    ...change,
  });
};

export const refundedAt = '2026-01-02T12:00:00.000Z';

type SurplusType =
  | 'repasse.charge.surplus_received.v1'
  | 'repasse.charge.surplus_resolved.v1'
  | 'repasse.charge.surplus_refunded.v1';

/** Something that happens to money a charge had no use for. */
export const surplusEvent = <T extends SurplusType>(
  type: T,
  charge: ChargePaid,
  change: Partial<EventData[T]>,
  position = 2,
): AnyEvent => {
  const { chargeId, attemptId, paymentId, userId, paymentMethod } = charge;
  const common: Partial<EventData[SurplusType]> = { chargeId, attemptId, paymentId, userId, paymentMethod };
  return eventOf(type, chargeId, position, refundedAt, { ...common, ...change });
};

type DisputeType = 'repasse.dispute.opened.v1' | 'repasse.dispute.won.v1' | 'repasse.dispute.lost.v1';

/** A step of a dispute of a charge's payment, as the payment's stream tells it. */
export const disputeEvent = (
  type: DisputeType,
  charge: ChargePaid,
  disputeId: string,
  amountMinor: number,
  position = 2,
): AnyEvent => {
  const { chargeId, attemptId, paymentId, userId, paymentMethod } = charge;
  const data = { chargeId, attemptId, paymentId, userId, paymentMethod, disputeId, amountMinor };
  return eventOf(type, paymentId, position, refundedAt, data);
};
