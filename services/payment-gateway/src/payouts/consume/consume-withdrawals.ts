import { type Clock, toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type CommandOf } from '@repasse/chassis/event-store/execute';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { railFacts } from '../domain/payout';
import { type PayoutCommand } from '../domain/payout-commands';
import { type Rail, railOf } from '../domain/rails';
import { type InvoiceIds } from '../../payments/store/invoice-ids';
import { type PayoutStore } from '../store/payout-store';

/** The withdrawal cannot be paid out here. A retry does not help, so an operator has to look. */
class UnpayableWithdrawalError extends Error {
  override readonly name = 'UnpayableWithdrawalError';
  readonly code = 'payout.withdrawal_unpayable';
  readonly isRetryable = false;
}

interface ConsumeWithdrawalsDeps {
  readonly payouts: Pick<PayoutStore, 'runAll'>;
  readonly invoiceIds: Pick<InvoiceIds, 'take'>;
  /** The provider of each rail's payouts, as events name it. */
  readonly providerOf: Readonly<Record<Rail, string>>;
  readonly clock: Clock;
}

/**
 * withdrawal.events.v1 → payouts. Only that there is one, and the number of its invoice, is recorded here; the
 * reconciler, which is woken afterwards, asks the provider.
 */
export const consumeWithdrawals =
  (o: ConsumeWithdrawalsDeps) =>
  async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
    // How a withdrawal ended is known here first.
    const requested = events.filter((event) => event.type === 'repasse.withdrawal.requested.v1');
    if (requested.length === 0) return;
    const invoiceIds = await o.invoiceIds.take(tx, requested.length);
    const commands = requested.map(({ data, traceparent }, index) => ({
      ...requestPayout(o, data, invoiceIds[index]),
      traceparent,
    }));
    const outcomes = await o.payouts.runAll(tx, commands);
    for (const [index, outcome] of outcomes.entries()) {
      if (isRejection(outcome)) throw unpayable(commands[index]?.streamId, outcome.code);
    }
  };

/**
 * The withdrawal's id is the payout's, so a repeated event is one payout; an invoice number it leaves unused is
 * harmless.
 */
const requestPayout = (
  { providerOf, clock }: ConsumeWithdrawalsDeps,
  withdrawal: EventData['repasse.withdrawal.requested.v1'],
  invoiceId: number | undefined,
): CommandOf<PayoutCommand<'RequestPayout'>> => {
  if (invoiceId === undefined) throw new Error('There are fewer invoice ids than withdrawals.');
  const { withdrawalId, userId, amountMinor, currency } = withdrawal;
  const { payCurrency, payAddress, memo, externalReference } = withdrawal;
  const provider = providerOf[railOf(withdrawal)];
  const facts = { withdrawalId, invoiceId, userId, amountMinor, currency, provider, ...railFacts(withdrawal) };
  const terms = { payCurrency, payAddress, memo, externalReference };
  const now = toIso(clock.now());
  return { streamId: withdrawalId, command: { type: 'RequestPayout', data: { facts, terms, now } } };
};

const unpayable = (withdrawalId: string | undefined, code: string): UnpayableWithdrawalError =>
  new UnpayableWithdrawalError(`Withdrawal ${withdrawalId} cannot be paid out: ${code}.`);
