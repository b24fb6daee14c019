import { type Clock, toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { type PaymentStore } from '../store/payment-store';
import { type PayoutStore } from '../store/payout-store';

/** What a withdrawal asks for cannot be a payout here. Repeating does not help, so somebody has to look. */
export class UnpayableWithdrawalError extends Error {
  override readonly name = 'UnpayableWithdrawalError';
  readonly code = 'payout.withdrawal_unpayable';
  readonly isRetryable = false;
}

export interface ConsumeWithdrawalsDeps {
  readonly payouts: Pick<PayoutStore, 'request'>;
  readonly payments: Pick<PaymentStore, 'nextInvoiceId'>;
  /** Who pays out, as events name it. */
  readonly provider: string;
  readonly clock: Clock;
}

/**
 * withdrawal.events.v1 → payouts. Only that there is one, and the number of its invoice, is recorded here; the
 * reconciler, which is woken afterwards, asks the provider.
 */
export const consumeWithdrawals =
  (o: ConsumeWithdrawalsDeps) =>
  async (event: AnyEvent, tx: Tx): Promise<void> => {
    // How a withdrawal ended is known here first.
    if (event.type === 'repasse.withdrawal.requested.v1') await requestPayout(o, event.data, tx);
  };

/** The withdrawal's id is the payout's, so an event that comes twice is one payout; a number it leaves unused harms nobody. */
const requestPayout = async (
  o: ConsumeWithdrawalsDeps,
  withdrawal: EventData['repasse.withdrawal.requested.v1'],
  tx: Tx,
): Promise<void> => {
  const { withdrawalId, userId, amountMinor, currency } = withdrawal;
  const { payCurrency, payAddress, memo, externalReference } = withdrawal;
  const invoiceId = await o.payments.nextInvoiceId();
  const facts = { withdrawalId, invoiceId, userId, amountMinor, currency, provider: o.provider };
  const terms = { payCurrency, payAddress, memo, externalReference };
  const now = toIso(o.clock.now());
  const decided = await o.payouts.request({ type: 'RequestPayout', data: { facts, terms, now } }, tx);
  if (!isRejection(decided)) return;
  throw new UnpayableWithdrawalError(`Withdrawal ${withdrawalId} cannot be paid out: ${decided.code}.`);
};
