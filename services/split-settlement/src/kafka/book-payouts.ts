import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventEnvelope } from '@repasse/contracts';
import { LedgerFault } from '../domain/ledger';
import { withdrawal, type WithdrawalCommand, type WithdrawalEvent } from '../domain/withdrawal';
import { bookWithdrawal } from '../store/book-withdrawal';
import { findWithdrawal, keepInvoiceId, stateOf } from '../store/withdrawals';
import { lockLedger } from '../store/write-transactions';
import { type CountWithdrawal } from '../workflow/withdrawal-metrics';

export interface PayoutDependencies {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
  readonly count: CountWithdrawal;
}

type Ended = EventEnvelope<'repasse.payout.settled.v1'> | EventEnvelope<'repasse.payout.failed.v1'>;

/** Takes an event of payout.events.v1: how the gateway fares with paying a withdrawal out. */
export const bookPayouts =
  (o: PayoutDependencies) =>
  async (event: AnyEvent, tx: Tx): Promise<void> => {
    switch (event.type) {
      case 'repasse.payout.requested.v1':
        return number(event.data, o, tx);
      case 'repasse.payout.settled.v1':
      case 'repasse.payout.failed.v1':
        return end(event, o, tx);
      default:
        // No money moves here while the provider is at work.
        return undefined;
    }
  };

const number = async (
  { withdrawalId, invoiceId }: EventEnvelope<'repasse.payout.requested.v1'>['data'],
  { clock }: PayoutDependencies,
  tx: Tx,
): Promise<void> => {
  if (await keepInvoiceId(tx, withdrawalId, invoiceId, toIso(clock.now()))) return;
  throw refused(withdrawalId, 'Nobody asked for this withdrawal.');
};

const end = async (event: Ended, o: PayoutDependencies, tx: Tx): Promise<void> => {
  const { withdrawalId } = event.data;
  await lockLedger(tx);
  const found = await findWithdrawal(tx, withdrawalId);
  const decision = withdrawal.decide(commandOf(event, toIso(o.clock.now())), stateOf(found));
  for (const decided of decidedBy(decision, withdrawalId)) {
    const { traceparent } = event;
    await bookWithdrawal(tx, decided, { ids: o.ids, occurredAt: endedAt(event), traceparent });
    o.count(decided.type === 'WithdrawalPaid' ? 'paid' : 'failed');
    o.log.info({ withdrawalId, event: decided.type }, 'withdrawal ended');
  }
};

const commandOf = ({ type, data }: Ended, now: string): WithdrawalCommand => {
  const { amountMinor, currency } = data;
  return type === 'repasse.payout.settled.v1'
    ? { type: 'PayWithdrawal', data: { amountMinor, currency, now } }
    : { type: 'FailWithdrawal', data: { amountMinor, currency, now, failure: data.failure } };
};

const endedAt = ({ type, data }: Ended): string =>
  type === 'repasse.payout.settled.v1' ? data.settledAt : data.failedAt;

/** A payout that contradicts the books must not move money; it is parked, and a person has to look. */
const decidedBy = (decision: readonly WithdrawalEvent[] | Rejection, withdrawalId: string) => {
  if (isRejection(decision)) throw refused(withdrawalId, decision.detail);
  return decision;
};

const refused = (withdrawalId: string, why: string): LedgerFault =>
  new LedgerFault('ledger.withdrawal_refused', `Payout of withdrawal ${withdrawalId}: ${why}`);
