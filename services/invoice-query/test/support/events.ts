import { randomIds } from '@repasse/chassis/ids';
import { exampleEvent } from '@repasse/chassis/testing/example-event';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';

export const olga = 1001;
export const eve = 1666;

/** `at`: seconds and milliseconds of one minute. */
export const event = <T extends EventType>(
  type: T,
  o: { readonly key: string; readonly position: number; readonly at: string; readonly data?: Partial<EventData[T]> },
): AnyEvent => exampleEvent(type, { ...o, time: `2026-11-21T12:00:${o.at}Z` });

export interface Story {
  readonly chargeId: string;
  readonly paymentId: string;
  readonly charge: readonly AnyEvent[];
  readonly payment: readonly AnyEvent[];
  readonly settlement: readonly AnyEvent[];
  readonly webhook: readonly AnyEvent[];
  /** As it happened. */
  readonly inOrder: readonly AnyEvent[];
}

/** A charge by PIX that is offered, paid, booked and announced: every service says its part. */
export const paidStory = (userId = olga): Story => {
  const id = randomIds.ulid();
  const [chargeId, attemptId, paymentId, deliveryId] = [`ch_${id}`, `att_${id}`, `pay_${id}`, `del_${id}`];
  const ofCharge = { key: chargeId, data: { chargeId, attemptId, paymentId, userId } };
  const ofPayment = { key: paymentId, data: { chargeId, attemptId, paymentId, userId } };
  const [created, offered, paid] = [
    event('repasse.charge.created.v1', { key: chargeId, position: 1, at: '00.000', data: { chargeId, userId } }),
    event('repasse.attempt.offered.v1', { ...ofCharge, position: 2, at: '00.200' }),
    event('repasse.charge.paid.v1', { ...ofCharge, position: 3, at: '10.100' }),
  ] as const;
  const [requested, ready, received] = [
    event('repasse.payment.requested.v1', { ...ofPayment, position: 1, at: '00.050' }),
    event('repasse.payment.offered.v1', { ...ofPayment, position: 2, at: '00.150' }),
    event('repasse.payment.received.v1', { ...ofPayment, position: 3, at: '10.000' }),
  ] as const;
  const settled = event('repasse.split.settled.v1', {
    key: chargeId,
    position: 1,
    at: '10.200',
    data: { chargeId, paymentId, userId },
  });
  const released = event('repasse.funds.released.v1', { key: chargeId, position: 2, at: '10.200', data: { chargeId } });
  const delivered = event('repasse.webhook.delivered.v1', {
    key: deliveryId,
    position: 1,
    at: '10.300',
    data: { chargeId, deliveryId, userId },
  });
  return {
    chargeId,
    paymentId,
    charge: [created, offered, paid],
    payment: [requested, ready, received],
    settlement: [settled, released],
    webhook: [delivered],
    inOrder: [created, requested, ready, offered, received, paid, settled, released, delivered],
  };
};
