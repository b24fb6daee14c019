import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent, catalogueEntry, parseEvent, sourceOf, type EventData } from '@repasse/contracts';

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
export const paidEvent = (data: ChargePaid, position = 1): AnyEvent => {
  const { type, schema, service } = catalogueEntry('repasse.charge.paid.v1');
  return parseEvent({
    id: `evt_${randomIds.ulid()}`,
    source: sourceOf(service),
    type,
    subject: data.chargeId,
    time: data.paidAt,
    dataSchema: schema.$id,
    position,
    data,
  });
};
