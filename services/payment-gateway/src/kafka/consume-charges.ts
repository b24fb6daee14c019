import { type Clock, toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { type LaterCommand } from '../domain/payment-commands';
import { type EndReason } from '../store/ended-charges';
import { type PaymentStore } from '../store/payment-store';

/** What ends a charge, and money it could not use; what else happens to it asks nothing of its payments. */
export const chargeTypes = [
  'repasse.charge.paid.v1',
  'repasse.charge.canceled.v1',
  'repasse.charge.expired.v1',
  'repasse.charge.failed.v1',
  'repasse.charge.surplus_received.v1',
  'repasse.charge.surplus_resolved.v1',
] as const satisfies readonly EventType[];

/** What a charge asks for cannot be done to any payment here. Repeating does not help, so somebody has to look. */
export class UnrelatedChargeError extends Error {
  override readonly name = 'UnrelatedChargeError';
  readonly code = 'payment.charge_unrelated';
  readonly isRetryable = false;
}

export interface ConsumeChargesDeps {
  readonly payments: Pick<PaymentStore, 'run' | 'openOfCharge' | 'endedCharges'>;
  readonly clock: Clock;
  /** A provider is to be asked for something because of this event, once its transaction has committed. */
  readonly onDue: (event: AnyEvent) => void;
}

/**
 * charge.events.v1 → commands. A charge that has ended has its open payments taken back and gets no more of them,
 * and money it could not use goes back. Only what is wanted is recorded here; the reconciler, which is woken afterwards, asks the providers.
 */
export const consumeCharges =
  (o: ConsumeChargesDeps) =>
  async (event: AnyEvent, tx: Tx): Promise<void> => {
    if (await consume(o, event, tx)) o.onDue(event);
  };

/** Returns whether a provider is to be asked for something. */
const consume = async (o: ConsumeChargesDeps, event: AnyEvent, tx: Tx): Promise<boolean> => {
  switch (event.type) {
    case 'repasse.charge.paid.v1':
      return end(o, event.data.chargeId, event.data.paymentId, 'CHARGE_PAID', tx);
    case 'repasse.charge.canceled.v1':
      return end(o, event.data.chargeId, null, 'CHARGE_CANCELED', tx);
    case 'repasse.charge.expired.v1':
      return end(o, event.data.chargeId, null, 'CHARGE_EXPIRED', tx);
    case 'repasse.charge.failed.v1':
      return end(o, event.data.chargeId, null, 'CHARGE_FAILED', tx);
    case 'repasse.charge.surplus_received.v1':
    case 'repasse.charge.surplus_resolved.v1':
      return refundSurplus(o, event.data, tx);
    // What else happens to a charge asks nothing of its payments.
    default:
      return false;
  }
};

/**
 * The end is kept before open payments are looked for, so that one that is requested at this moment is found here or
 * finds the end. The payment that paid the charge is not open any more.
 */
const end = async (
  o: ConsumeChargesDeps,
  chargeId: string,
  paidBy: string | null,
  reason: EndReason,
  tx: Tx,
): Promise<boolean> => {
  const now = toIso(o.clock.now());
  await o.payments.endedCharges.keep({ chargeId, reason, now }, tx);
  const open = await o.payments.openOfCharge(chargeId, paidBy, tx);
  for (const paymentId of open) await run(o, paymentId, { type: 'CancelPayment', data: { reason, now } }, tx);
  return open.length > 0;
};

type Surplus = EventData['repasse.charge.surplus_received.v1'] | EventData['repasse.charge.surplus_resolved.v1'];

/** The refund's id was made by the charge, so an event that comes twice is one refund. */
const refundSurplus = async (o: ConsumeChargesDeps, surplus: Surplus, tx: Tx): Promise<boolean> => {
  const { refundId, paymentId, providerReference, surplusAmountMinor } = surplus;
  if (surplus.handling !== 'REFUND' || refundId === null) return false;
  const asked = { refundId, purpose: 'SURPLUS', receiptReference: providerReference } as const;
  const terms = { amountMinor: surplusAmountMinor, reason: null, splitRefund: null, now: toIso(o.clock.now()) };
  await run(o, paymentId, { type: 'RequestRefund', data: { ...asked, ...terms } }, tx);
  return true;
};

const run = async (o: ConsumeChargesDeps, paymentId: string, command: LaterCommand, tx: Tx): Promise<void> => {
  const decided = await o.payments.run(paymentId, command, tx);
  if (!isRejection(decided)) return;
  throw new UnrelatedChargeError(`${command.type} is refused by payment ${paymentId}: ${decided.code}.`);
};
