import { type Logger } from '@repasse/chassis/log/logger';
import { readCallback } from '../providers/nowpayments/callback';
import { nowpaymentsProviderName } from '../providers/nowpayments/create-nowpayments';
import { type PaymentStore } from '../store/payment-store';
import { type PayoutStore } from '../store/payout-store';
import { type CallbackHandler, type CallbackOutcome } from './callback-worker';
import { type PayOut } from './pay-out';
import { type Refresher } from './refresh-payment';

export interface NowpaymentsCallbackDeps {
  readonly payments: Pick<PaymentStore, 'findByProviderReference' | 'findByRefundReference'>;
  readonly payouts: Pick<PayoutStore, 'findByProviderReference'>;
  readonly payOut: PayOut;
  readonly settleRefunds: (paymentId: string) => Promise<void>;
  readonly refresher: Refresher;
  readonly log: Logger;
}

/**
 * Goes by a notification of NOWPayments. It only says where to look: the payment is read again with all its deposits. A
 * further deposit has an id of its own, and leads to the payment whose address it was sent to. A payout is of a withdrawal
 * or of a refund.
 */
export const createNowpaymentsCallbackHandler =
  (o: NowpaymentsCallbackDeps): CallbackHandler =>
  async (body) => {
    const named = readCallback(body);
    if (named.payoutReference !== undefined) return [await goOnWithPayout(o, named.payoutReference)];
    const paymentId = named.paymentId ?? (await paymentOf(o, named.references));
    if (paymentId !== undefined) return [await o.refresher.refresh(paymentId, 'callback')];
    o.log.warn({ provider: nowpaymentsProviderName, references: named.references }, 'callback leads to no payment');
    return ['unknown_payment'];
  };

const goOnWithPayout = async (o: NowpaymentsCallbackDeps, reference: string): Promise<CallbackOutcome> => {
  const withdrawalId = await o.payouts.findByProviderReference(nowpaymentsProviderName, reference);
  if (withdrawalId !== null) return o.payOut(withdrawalId);

  const paymentId = await o.payments.findByRefundReference(nowpaymentsProviderName, reference);
  if (paymentId === null) return 'unknown_payment';
  await o.settleRefunds(paymentId);
  return 'recorded';
};

const paymentOf = async (
  { payments }: NowpaymentsCallbackDeps,
  references: readonly string[],
): Promise<string | undefined> => {
  for (const reference of references) {
    const paymentId = await payments.findByProviderReference(nowpaymentsProviderName, reference);
    if (paymentId !== null) return paymentId;
  }
  return undefined;
};
