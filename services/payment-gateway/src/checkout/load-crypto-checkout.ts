import { type Clock, toIso } from '@repasse/chassis/clock';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Merchant } from '@repasse/checkout-kit/markup/merchant';
import { methodRows } from '../payments/domain/methods';
import { type KnownPayment } from '../payments/domain/payment';
import { type PaymentStore } from '../payments/store/payment-store';
import { type CryptoCheckoutState } from './both-sides/crypto-checkout-state';
import { cryptoCheckoutStateOf } from './crypto-checkout-state-of';

interface LoadDependencies {
  readonly payments: Pick<PaymentStore, 'load'>;
  readonly clock: Clock;
  readonly receiverName: string;
}

/** A payment in coins as its payer sees it at this moment. */
export const createLoadCryptoCheckout =
  (deps: LoadDependencies) =>
  async (paymentId: string): Promise<CryptoCheckoutState> =>
    stateOf(deps, await cryptoPayment(deps, paymentId));

/** All that a page shows when it is opened. Later news is of the payment, and never of who is paid. */
export interface OpenedCryptoCheckout {
  readonly state: CryptoCheckoutState;
  /** Null where the merchant has not said who they are to payers. */
  readonly merchant: Merchant | null;
}

export const createOpenCryptoCheckout =
  (deps: LoadDependencies & { readonly merchantOf: (userId: number) => Promise<Merchant | null> }) =>
  async (paymentId: string): Promise<OpenedCryptoCheckout> => {
    const payment = await cryptoPayment(deps, paymentId);
    return { state: stateOf(deps, payment), merchant: await deps.merchantOf(payment.facts.userId) };
  };

const cryptoPayment = async ({ payments }: LoadDependencies, paymentId: string): Promise<KnownPayment> => {
  const payment = await payments.load(paymentId);
  if (payment.status === 'absent' || !methodRows[payment.facts.paymentMethod].isInCoins)
    throw paymentNotFound(paymentId);
  return payment;
};

const stateOf = ({ clock, receiverName }: LoadDependencies, payment: KnownPayment): CryptoCheckoutState =>
  cryptoCheckoutStateOf(payment, { now: toIso(clock.now()), receiverName });

const paymentNotFound = (paymentId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'payment.not_found', detail: `There is no payment ${paymentId}.` });

/**
 * One text per payment that differs as soon as anything its payer sees at the moment `now` does. One query, however many
 * are watched.
 */
export const versionsOf = async (
  db: Tx,
  paymentIds: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.query<{ readonly payment_id: string; readonly version: string }>(
    `select payment_id, concat_ws(' ', status, updated_at, expires_at <= $2) as version
     from payments where payment_id = any($1)`,
    [paymentIds, now],
  );
  return new Map(rows.map(({ payment_id, version }) => [payment_id, version]));
};
