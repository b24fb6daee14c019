import { dueAfter } from '../domain/due-time';
import { offerIn, type PaymentFacts, type PaymentState } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';
import { type Payer } from '../providers/provider';
import { type CheckoutPlace } from './checkouts';
import { timeOf } from './event-time';

/** What apply_effects (migration 0001) writes beside the events; names are the columns'. */
export const effectsOf = (
  state: PaymentState,
  events: readonly PaymentEvent[],
  { payer, checkout }: Beside,
): object => {
  const last = events.at(-1);
  if (state.status === 'absent' || last === undefined) throw new Error('Nothing happened, so nothing is written.');
  const isRequest = events.some(({ type }) => type === 'PaymentRequested');
  const receipts = events.flatMap(receiptRow);
  const refundReferences = events.flatMap(refundReferenceRow);
  return {
    payment: paymentRow(state, timeOf(last)),
    ...(isRequest && payer !== null ? { payer } : {}),
    ...(isRequest && checkout !== undefined ? { checkout: checkoutRow(state, checkout, timeOf(last)) } : {}),
    ...(receipts.length > 0 ? { receipts } : {}),
    ...(refundReferences.length > 0 ? { refund_references: refundReferences } : {}),
  };
};

/** What is kept with the first event of a payment, and in none. */
export interface Beside {
  readonly payer: Payer | null;
  readonly checkout?: CheckoutPlace | undefined;
}

const checkoutRow = (
  { facts }: Exclude<PaymentState, { status: 'absent' }>,
  { checkoutId, number, tokenHash, installmentsMax }: CheckoutPlace,
  at: string,
): object => ({
  checkout_id: checkoutId,
  number,
  user_id: facts.userId,
  token_hash: tokenHash,
  installments_max: installmentsMax,
  at,
});

const paymentRow = (state: Exclude<PaymentState, { status: 'absent' }>, at: string): object => ({
  ...factColumns(state.facts),
  provider_reference: offerIn(state)?.providerReference ?? null,
  status: state.status,
  external_reference: state.terms.externalReference,
  expires_at: state.terms.expiresAt,
  due_at: dueAfter(state, at),
  at,
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

const receiptRow = (event: PaymentEvent): object[] => {
  if (event.type !== 'PaymentReceived') return [];
  const { provider, receipt, recordedAt } = event.data;
  return [
    {
      provider,
      provider_reference: receipt.providerReference,
      amount_minor: receipt.amountMinor,
      received_at: receipt.receivedAt,
      recorded_at: recordedAt,
    },
  ];
};

/** Coins that go back are told of by the provider's own name for them; other refunds are found by ours. */
const refundReferenceRow = (event: PaymentEvent): object[] => {
  if (event.type !== 'RefundAcknowledged' || event.data.paymentMethod !== 'CRYPTO') return [];
  return [{ provider: event.data.provider, provider_reference: event.data.providerReference }];
};
