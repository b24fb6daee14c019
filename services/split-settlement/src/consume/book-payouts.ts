import { toIso } from '@repasse/chassis/clock';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type EventEnvelope } from '@repasse/contracts';
import { LedgerFault } from '../domain/ledger';
import { withdrawal, type WithdrawalCommand } from '../domain/withdrawal';
import { type WithdrawalEvent } from '../domain/withdrawal-events';
import { type Books } from '../store/books/books';
import { bookWithdrawal } from '../store/book-withdrawal';
import { stateOf } from '../store/withdrawals';
import { type WithdrawalOutcome } from '../workflow/withdrawal-metrics';
import { type Booking, type BookingDependencies } from './booking';

type Requested = EventEnvelope<'repasse.payout.requested.v1'>;
type Settled = EventEnvelope<'repasse.payout.settled.v1'>;
type Failed = EventEnvelope<'repasse.payout.failed.v1'>;
type Returned = EventEnvelope<'repasse.payout.returned.v1'>;

/** Keeps the number that the gateway gave the invoice of a withdrawal. */
export const requestedPayout: Booking<Requested['type']> = {
  needs: ({ withdrawalId }) => ({ withdrawalIds: [withdrawalId] }),
  book: ({ data: { withdrawalId, invoiceId } }, { withdrawals }, { clock }) => {
    const found = withdrawals.find(withdrawalId);
    if (found === undefined) throw refused(withdrawalId, 'This withdrawal was never requested.');
    withdrawals.number(found, invoiceId, toIso(clock.now()));
  },
};

/** The money is the provider's. */
export const settledPayout: Booking<Settled['type']> = {
  needs: ({ withdrawalId }) => ({ withdrawalIds: [withdrawalId] }),
  book: (event, books, o) => {
    const { amountMinor, payoutMinor, currency, settledAt, endToEndId = null, transactionHash } = event.data;
    const data = { amountMinor, payoutMinor, currency, endToEndId, transactionHash, now: toIso(o.clock.now()) };
    end(event, { type: 'PayWithdrawal', data }, settledAt, books, o);
  },
};

/** The money is the user's again. */
export const failedPayout: Booking<Failed['type']> = {
  needs: ({ withdrawalId }) => ({ withdrawalIds: [withdrawalId] }),
  book: (event, books, o) => {
    const { amountMinor, payoutMinor, currency, failure, failedAt } = event.data;
    const data = { amountMinor, payoutMinor, currency, failure, now: toIso(o.clock.now()) };
    end(event, { type: 'FailWithdrawal', data }, failedAt, books, o);
  },
};

/** Money that was paid came back: it is the user's again, debts first. */
export const returnedPayout: Booking<Returned['type']> = {
  needs: ({ withdrawalId }) => ({ withdrawalIds: [withdrawalId] }),
  book: (event, books, o) => {
    const { amountMinor, payoutMinor, currency, returnedAt, ...others } = event.data;
    const { returnedTotalMinor, returnReference, returnReason } = others;
    const back = { returnedTotalMinor, returnReference, returnReason, now: toIso(o.clock.now()) };
    end(
      event,
      { type: 'ReturnWithdrawal', data: { amountMinor, payoutMinor, currency, ...back } },
      returnedAt,
      books,
      o,
    );
  },
};

const end = (
  { data: { withdrawalId }, traceparent }: Settled | Failed | Returned,
  command: WithdrawalCommand,
  endedAt: string,
  books: Books,
  o: BookingDependencies,
): void => {
  const decision = withdrawal.decide(command, stateOf(books.withdrawals.find(withdrawalId)));
  for (const decided of decidedBy(decision, withdrawalId)) {
    bookWithdrawal(books, decided, { ids: o.ids, occurredAt: endedAt, traceparent });
    o.count(outcomeOf(decided));
    o.log.info({ withdrawalId, event: decided.type }, 'withdrawal ended');
  }
};

const outcomeOf = ({ type }: WithdrawalEvent): WithdrawalOutcome => {
  if (type === 'WithdrawalReturned') return 'returned';
  return type === 'WithdrawalPaid' ? 'paid' : 'failed';
};

/** A payout that contradicts the books must not move money; it is parked, and a person has to look. */
const decidedBy = (decision: readonly WithdrawalEvent[] | Rejection, withdrawalId: string) => {
  if (isRejection(decision)) throw refused(withdrawalId, decision.detail);
  return decision;
};

const refused = (withdrawalId: string, why: string): LedgerFault =>
  new LedgerFault('ledger.withdrawal_refused', `Payout of withdrawal ${withdrawalId}: ${why}`);
