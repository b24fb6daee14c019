import { type Clock, toIso } from '@repasse/chassis/clock';
import { ProblemError } from '@repasse/chassis/http/problem';
import type { Tx } from '@repasse/chassis/postgres/database';
import type { PaymentStore } from '../payments/store/payment-store';
import type { CryptoCheckoutState } from './both-sides/crypto-checkout-state';
import { cryptoCheckoutStateOf } from './crypto-checkout-state-of';

interface LoadDependencies {
  readonly payments: Pick<PaymentStore, 'load'>;
  readonly clock: Clock;
  readonly receiverName: string;
}

/** A payment in coins as its payer sees it at this moment. */
export type LoadCryptoCheckout = (paymentId: string) => Promise<CryptoCheckoutState>;

export const createLoadCryptoCheckout =
  ({ payments, clock, receiverName }: LoadDependencies): LoadCryptoCheckout =>
  async (paymentId) => {
    const payment = await payments.load(paymentId);
    if (payment.status === 'absent' || payment.facts.paymentMethod !== 'CRYPTO') throw paymentNotFound(paymentId);
    return cryptoCheckoutStateOf(payment, { now: toIso(clock.now()), receiverName });
  };

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
