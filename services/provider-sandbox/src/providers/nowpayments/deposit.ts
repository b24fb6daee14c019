import { findCoin, usdUnitsOf } from './coins';
import { type CryptoPayment, type CryptoStatus, type DepositEnd, type PaymentDecision } from './payment';
import { worthOf } from './prices';

/** Blocks take minutes; here every step can be seen and none is waited for. By the sandbox's clock. */
const stepMs = 600;

export interface Deposit {
  readonly units: number;
  /** How it ends; null decides by the amount. */
  readonly end: DepositEnd | null;
  /** The id it gets should it be a payment of its own. */
  readonly nextPaymentId: number;
  readonly now: Date;
}

/**
 * Coins come to the address of a payment. The first ones pay it, also when it has expired by then. What comes later is a
 * repeated deposit: a payment of its own, finished though it may be far less than was asked for.
 */
export const depositInto = (payment: CryptoPayment, deposit: Deposit): PaymentDecision => {
  const { units, now } = deposit;
  if (payment.status !== 'waiting' && payment.status !== 'expired') return depositAgain(payment, deposit);
  const end = deposit.end ?? (units >= payment.payUnits ? 'finished' : 'partially_paid');
  return only(stepTo('confirming', { ...payment, paidUnits: units, end }, now));
};

const depositAgain = (payment: CryptoPayment, { units, end, nextPaymentId, now }: Deposit): PaymentDecision => {
  const coin = findCoin(payment.terms.payCurrency);
  const priceUsdUnits = usdUnitsOf(payment.terms.priceCurrency);
  // A coin that a later release no longer knows is worth nothing rather than something wrong.
  const priceUnits = coin === undefined || priceUsdUnits === undefined ? 0 : worthOf(coin, units, priceUsdUnits);
  const again: CryptoPayment = {
    ...payment,
    paymentId: nextPaymentId,
    parentPaymentId: payment.paymentId,
    extraIds: [],
    terms: { ...payment.terms, priceUnits },
    payUnits: units,
    paidUnits: units,
    end: end ?? 'finished',
    createdAt: now.toISOString(),
  };
  const parent = { ...payment, extraIds: [...payment.extraIds, nextPaymentId] };
  const started = stepTo('confirming', again, now);
  return { payments: [parent, started], told: [started] };
};

/** The next step of what is due; undefined when nothing is. */
export const stepDue = (payment: CryptoPayment, now: Date): PaymentDecision | undefined => {
  if (payment.dueAt === null || payment.dueAt > now.toISOString()) return undefined;
  if (payment.status === 'waiting') return only(stepTo('expired', payment, now));
  const next = nextOf(payment);
  return next === undefined ? undefined : only(stepTo(next, payment, now));
};

const nextOf = ({ status, end }: CryptoPayment): CryptoStatus | undefined => {
  const isLost = end === 'failed' || end === 'refunded';
  switch (status) {
    case 'confirming':
      return isLost ? end : 'confirmed';
    case 'confirmed':
      return 'sending';
    case 'sending':
      return end ?? 'finished';
    default:
      return undefined;
  }
};

const stepTo = (status: CryptoStatus, payment: CryptoPayment, now: Date): CryptoPayment => {
  const isUnderWay = status === 'confirming' || status === 'confirmed' || status === 'sending';
  const dueAt = isUnderWay ? new Date(now.getTime() + stepMs).toISOString() : null;
  return { ...payment, status, dueAt, updatedAt: now.toISOString() };
};

const only = (payment: CryptoPayment): PaymentDecision => ({ payments: [payment], told: [payment] });
