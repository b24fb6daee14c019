import { type Clock, toIso } from '@repasse/chassis/clock';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type Ids } from '@repasse/chassis/ids';
import { isAwaitingPayer, type KnownPayment, type PaymentState } from '../domain/payment';
import { type RequestPayment } from '../domain/payment-commands';
import { type Card } from '../providers/card';
import { type Payer } from '../providers/provider';
import { type PaymentStore } from '../store/payment-store';
import { notPayable, paymentInProgress, triesExhausted } from './checkout-problems';
import { triesMax } from './checkout-state-of';
import { type LoadedCheckout } from './load-checkout';

export interface PresentDeps {
  readonly payments: PaymentStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface Presented {
  readonly card: Card;
  readonly installments: number;
  readonly payer: Payer;
}

/**
 * The payment that is to be charged: the one that waits for its payer, or after a decline a further one, since the
 * acquirer takes an order only once. Of two who ask at the same moment one is told that a card is under way.
 */
export const presentedCard = async (
  o: PresentDeps,
  loaded: LoadedCheckout,
  presented: Presented,
): Promise<PaymentState> => {
  const { payment, state } = loaded;
  if (payment.status === 'failed' && state.status === 'FAILED') throw triesExhausted(triesMax);
  if (payment.status === 'failed' && state.status !== 'PENDING') throw notPayable(state);
  const decided =
    payment.status === 'failed' ? await another(o, loaded, presented) : await present(o, loaded, presented);
  if (isRejection(decided)) throw refusalOf(decided, loaded);
  return decided.state;
};

const present = ({ payments, clock }: PresentDeps, { payment }: LoadedCheckout, o: Presented) => {
  const { brand, last4 } = o.card;
  const data = { card: { brand, last4 }, installments: o.installments, now: toIso(clock.now()) };
  return payments.run(payment.facts.paymentId, { type: 'PresentCard', data });
};

const another = async (o: PresentDeps, { checkout, payment }: LoadedCheckout, presented: Presented) => {
  const { checkoutId, tokenHash, installmentsMax, number } = checkout;
  const place = { checkoutId, tokenHash, installmentsMax, number: number + 1 };
  return o.payments.request(await furtherPayment(o, payment, presented), { payer: presented.payer, checkout: place });
};

const furtherPayment = async (
  { payments, clock, ids }: PresentDeps,
  { facts, terms }: KnownPayment,
  { card: { brand, last4 }, installments }: Presented,
): Promise<RequestPayment> => {
  const own = { paymentId: `pay_${ids.ulid()}`, invoiceId: await payments.invoiceIds.next(), installments };
  const data = {
    facts: { ...facts, ...own },
    terms: { ...terms, card: { brand, last4 } },
    now: toIso(clock.now()),
  };
  return { type: 'RequestPayment', data };
};

const refusalOf = ({ code, detail }: Rejection, { payment, state }: LoadedCheckout): Error => {
  switch (code) {
    case 'payment.card_in_progress':
      return paymentInProgress();
    case 'payment.closed':
    case 'payment.expires_in_past':
      // It may have ended since it was loaded; waiting for its payer is what it does no more.
      return notPayable(isAwaitingPayer(payment) ? { ...state, status: 'EXPIRED' } : state);
    default:
      return new Error(`Nobody expected the rejection ${code}: ${detail}`);
  }
};
