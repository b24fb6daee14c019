import { type EffectRows } from '@repasse/chassis/event-store/append';
import { type Change } from '@repasse/chassis/event-store/execute';
import { dueAfter } from '../domain/due-time';
import { methodRows } from '../domain/methods';
import { type KnownPayment, offerIn, type PaymentFacts, type PaymentState } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';
import { type Payer } from '../../providers/provider';

/** The unique constraint a payment violates when its charge has ended, or is ending at that moment. */
export const chargeIsOpenConstraint = 'charge_is_open';

/** Data kept beside the first event of a payment, and in no event. */
export interface Beside {
  readonly payer: Payer | null;
  /** Whether the payment is only to be kept if its charge is certainly open. */
  readonly isForOpenCharge?: boolean;
}

/** The rows apply_effects writes beside the events; names are the columns'. */
export const effectsOf = (
  { before, after, events }: Change<PaymentState, PaymentEvent>,
  beside: Beside = { payer: null },
): EffectRows => {
  const last = events.at(-1);
  if (after.status === 'absent' || last === undefined) throw new Error('Nothing happened, so nothing is written.');
  const { at } = last;
  const createdAt = events[0]?.at ?? at;
  const receipts = events.flatMap((event) => receiptRow(event, after.facts));
  const refundReferences = events.flatMap((event) => refundReferenceRow(event, after.facts));
  return {
    ...(before.status === 'absent'
      ? { newPayments: [newPaymentRow(after, at, createdAt)], ...firstRows(after, beside) }
      : { payments: [changedPaymentRow(after, at)] }),
    ...(receipts.length > 0 && { receipts }),
    ...(refundReferences.length > 0 && { refundReferences }),
  };
};

const firstRows = (
  { facts: { paymentId, chargeId } }: KnownPayment,
  { payer, isForOpenCharge = false }: Beside,
): EffectRows => ({
  ...(payer !== null && { payers: [{ payment_id: paymentId, ...payer }] }),
  ...(isForOpenCharge && { openCharges: [{ charge_id: chargeId }] }),
});

const newPaymentRow = (state: KnownPayment, at: string, createdAt: string): object => ({
  ...changedPaymentRow(state, at),
  ...factColumns(state.facts),
  external_reference: state.terms.externalReference,
  expires_at: state.terms.expiresAt,
  asked_count: 0,
  created_at: createdAt,
});

const changedPaymentRow = (state: KnownPayment, at: string): object => ({
  payment_id: state.facts.paymentId,
  provider_reference: offerIn(state)?.providerReference ?? null,
  status: state.status,
  due_at: dueAfter(state, at),
  updated_at: at,
});

const factColumns = (facts: PaymentFacts): object => ({
  invoice_id: facts.invoiceId,
  user_id: facts.userId,
  charge_id: facts.chargeId,
  attempt_id: facts.attemptId,
  payment_method: facts.paymentMethod,
  provider: facts.provider,
  amount_minor: facts.amountMinor,
  currency: facts.currency,
});

const receiptRow = (event: PaymentEvent, { provider, paymentId }: PaymentFacts): object[] => {
  if (event.type !== 'PaymentReceived') return [];
  const { receipt } = event.data;
  return [
    {
      provider,
      provider_reference: receipt.providerReference,
      payment_id: paymentId,
      amount_minor: receipt.amountMinor,
      received_at: receipt.receivedAt,
      recorded_at: event.at,
    },
  ];
};

/** Notifications of refunded coins carry the provider's own reference; other refunds are found by ours. */
const refundReferenceRow = (event: PaymentEvent, { provider, paymentId, paymentMethod }: PaymentFacts): object[] =>
  event.type === 'RefundAcknowledged' && methodRows[paymentMethod].isInCoins
    ? [{ provider, provider_reference: event.data.providerReference, payment_id: paymentId }]
    : [];
