import { type PayableStatus } from '@repasse/checkout-kit/both-sides/payable';
import { assertNever } from '@repasse/chassis/decider';
import { formatMinor, sumMinor } from '@repasse/chassis/money';
import { qrImage } from '@repasse/chassis/qr-image';
import { isAwaitingPayer, type KnownPayment, offerIn, receiptsOf, refundsOf } from '../domain/payment';
import { type Checkout } from '../store/checkouts';
import { type CheckoutState, type TriedCard } from './both-sides/checkout-state';

/** More cards than a payer has; whoever tries numbers that are not theirs needs many more. */
export const triesMax = 10;

export const isPayerKnown = ({ name, email, document }: Checkout): boolean =>
  name !== null && email !== null && document !== null;

/** A payment that stands alone in the words of its payer's page. */
export const checkoutStateOf = (checkout: Checkout, payment: KnownPayment, now: string): CheckoutState => {
  const { facts, terms } = payment;
  const isCard = facts.paymentMethod === 'CREDIT_CARD';
  const isPayerNeeded = !isCard && !isPayerKnown(checkout);
  return {
    checkoutId: checkout.checkoutId,
    paymentMethod: isCard ? 'CREDIT_CARD' : 'PIX',
    status: isCard ? cardCheckoutStatus(payment, checkout.number, now) : pixStatus(payment),
    invoiceId: facts.invoiceId,
    amount: formatMinor(facts.amountMinor),
    currency: facts.currency,
    description: terms.description,
    expiresAt: terms.expiresAt,
    now,
    redirectUrl: terms.redirectUrl,
    paidAt: receiptsOf(payment).at(-1)?.receivedAt ?? null,
    isPayerNeeded,
    pix: isPayerNeeded ? null : pixOf(payment),
    card: triedCardOf(payment),
  };
};

const pixOf = (payment: KnownPayment): CheckoutState['pix'] => {
  const instructions = offerIn(payment)?.instructions;
  if (instructions?.method !== 'PIX') return null;
  const { emv } = instructions;
  return { emv, qrCodeBase64: qrImage(emv), expiresAt: payment.terms.expiresAt };
};

const triedCardOf = (payment: KnownPayment): TriedCard | null => {
  const { facts, terms } = payment;
  if (terms.card === null) return null;
  const decline = payment.status === 'failed' ? payment.decline : null;
  return {
    ...terms.card,
    status: cardStatus(payment),
    installments: facts.installments ?? 1,
    declineCode: decline?.declineCode ?? null,
    isRetryable: decline?.isRetryable ?? null,
  };
};

/** A declined card leaves the way free for another, until the time is over or there were too many. */
const cardCheckoutStatus = (payment: KnownPayment, number: number, now: string): PayableStatus => {
  const isOver = Date.parse(now) >= Date.parse(payment.terms.expiresAt);
  if (isAwaitingPayer(payment)) return isOver ? 'EXPIRED' : 'PENDING';
  if (payment.status !== 'failed') return cardStatus(payment);
  if (isOver) return 'EXPIRED';
  return number >= triesMax ? 'FAILED' : 'PENDING';
};

const cardStatus = (payment: KnownPayment): PayableStatus => {
  switch (payment.status) {
    case 'requested':
    case 'unknown':
    case 'offered':
    case 'confirming':
    case 'partially_received':
      return 'PROCESSING';
    default:
      return endOf(payment);
  }
};

const pixStatus = (payment: KnownPayment): PayableStatus => {
  switch (payment.status) {
    case 'requested':
    case 'unknown':
    case 'offered':
    case 'partially_received':
      return 'PENDING';
    case 'confirming':
      return 'PROCESSING';
    default:
      return endOf(payment);
  }
};

type Ended = Extract<KnownPayment, { status: 'received' | 'expired' | 'canceled' | 'failed' }>;

const endOf = (payment: Ended): PayableStatus => {
  switch (payment.status) {
    case 'received':
      return isGivenBack(payment) ? 'REFUNDED' : 'PAID';
    case 'expired':
      return 'EXPIRED';
    case 'canceled':
      return 'CANCELED';
    case 'failed':
      return 'FAILED';
    default:
      return assertNever(payment);
  }
};

const isGivenBack = (payment: KnownPayment): boolean => {
  const refunded = refundsOf(payment).filter(({ status }) => status === 'succeeded');
  const amountOf = (parts: readonly { readonly amountMinor: number }[]) => sumMinor(parts.map((p) => p.amountMinor));
  return refunded.length > 0 && amountOf(refunded) >= amountOf(receiptsOf(payment));
};
