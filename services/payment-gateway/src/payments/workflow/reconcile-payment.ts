import { toIso } from '@repasse/chassis/clock';
import { expiryGraceMs } from '../domain/payment.decide';
import { cardNotMadeAfterMs } from '../domain/due-time';
import { cancelRequestOf, type KnownPayment, type ReceivedPayment } from '../domain/payment';
import { type LaterCommand } from '../domain/payment-commands';
import { isAskedByCaller } from '../../refunds/domain/refundable';
import { type Inspection } from '../../providers/provider';
import { askRefund } from '../../refunds/workflow/ask-refund';
import { offerPayment } from './offer-payment';
import { type PaymentDeps } from './payment-deps';
import { recordProviderFacts } from './record-provider-facts';
import { lookAtPayment } from './refresh-payment';
import { withdrawPayment } from './withdraw-payment';

/** Does a payment's due work. Safe to run at any time, and twice at once. */
export const reconcilePayment = async (o: PaymentDeps, state: KnownPayment): Promise<void> => {
  const nowMs = o.clock.now().getTime();
  const isOver = nowMs >= Date.parse(state.terms.expiresAt) + expiryGraceMs;
  if (state.status === 'received') return reconcileRefunds(o, state, nowMs);
  const isToBeTakenBack = cancelRequestOf(state) !== null || (state.status === 'canceled' && state.isOfferOpen);
  if (isToBeTakenBack) return withdrawPayment(o, state);
  if (isWaiting(state) && !isOver && o.providers.named(state.facts.provider).canRepeatOffer) {
    const payer = await o.payments.payerOf(state.facts.paymentId);
    await offerPayment(o, state, { isRepeat: true, payer });
    return undefined;
  }
  return ask(o, state, isOver);
};

const isWaiting = (state: KnownPayment): state is Extract<KnownPayment, { requestedAt: string }> =>
  state.status === 'requested' || state.status === 'unknown';

/** Silence decides nothing, not even after the end: an unpaid payment expires when the provider has said so. */
const ask = async (o: PaymentDeps, state: KnownPayment, isOver: boolean): Promise<void> => {
  const { found } = await lookAtPayment(o, state, 'reconciler');
  const command = endingOf(o, state, found, isOver);
  if (command !== undefined) await recordProviderFacts(o, state.facts.paymentId, { after: [command] }, 'reconciler');
};

/** Ends a payment that the provider does not know, or that is over without money; undefined otherwise. */
const endingOf = (
  o: PaymentDeps,
  state: KnownPayment,
  found: Inspection,
  isOver: boolean,
): LaterCommand | undefined => {
  const now = toIso(o.clock.now());
  // A payment that has failed already is only asked about for money that shows up late.
  if (found.outcome === 'silent' || state.status === 'failed') return undefined;
  if (found.outcome === 'missing' && isWaiting(state) && state.terms.card !== null) {
    const isCertain = Date.parse(now) >= Date.parse(state.requestedAt) + cardNotMadeAfterMs;
    const detail = 'The acquirer knows nothing of it.';
    return isCertain ? { type: 'FailPayment', data: { reason: 'PROVIDER_ERROR', detail, now } } : undefined;
  }
  const mayStillBePaid = found.outcome === 'found' && (found.receipts.length > 0 || found.status === 'confirming');
  return isOver && !mayStillBePaid ? { type: 'ExpirePayment', data: { now } } : undefined;
};

/** One after the other: a provider that is slow with one refund is not to be asked for more at once. */
const reconcileRefunds = async (o: PaymentDeps, state: ReceivedPayment, nowMs: number): Promise<void> => {
  const due = state.refunds.filter(({ status }) => status === 'pending');
  for (const refund of due.filter((each) => !isAskedByCaller(each, nowMs))) {
    // The outcome of the refund before counts for the next.
    const current = await o.payments.load(state.facts.paymentId);
    if (current.status === 'received') await askRefund(o, current, refund, { isRepeat: true });
  }
};
