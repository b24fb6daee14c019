import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type KeepAnswer } from '@repasse/chassis/idempotency/keep-answer';
import { type Ids } from '@repasse/chassis/ids';
import { parseDecimal } from '@repasse/values/money';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { withdrawal, type WithdrawalTerms } from '../domain/withdrawal';
import { bookWithdrawal } from '../store/book-withdrawal';
import { openBooks } from '../store/books/books';
import { readPromised } from '../store/refund-reservations';
import { stateOf, type StoredWithdrawal } from '../store/withdrawals';
import { type CountWithdrawal } from '../workflow/withdrawal-metrics';
import { callerOf } from './caller';
import { belowMinimum, withdrawalRefused } from './withdrawal-problems';
import { withdrawalView } from './withdrawal-view';

type Body = components['schemas']['RequestWithdrawal'];

export interface RequestWithdrawalDeps {
  readonly db: Database;
  readonly keepAnswer: KeepAnswer;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Below it, what networks and the provider take would eat up what arrives. */
  readonly amountMinorMin: number;
  readonly count: CountWithdrawal;
  readonly onCommitted: () => void;
}

/** Balances are in reais only, and so is what leaves them. */
const currency = 'BRL';

/**
 * POST /withdrawals. What is available is read and taken under the ledger's lock, so that no two requests, and no refund
 * beside them, take the same money. The id derives from the Idempotency-Key: a repeat is never a second debit.
 */
export const requestWithdrawal = (o: RequestWithdrawalDeps): Operation<Body> => ({
  check: ({ body }, faulty) => faultsBeside(faulty, body, o.amountMinorMin),
  handle: async (request) => {
    const terms = termsOf(request, o.ids);
    const response = await o.db.transaction(async (tx) => {
      const made = await take(tx, terms, o);
      return o.keepAnswer(tx, request, { status: 201, body: withdrawalView(made) });
    });
    o.count('requested');
    o.onCommitted();
    return response;
  },
});

/** Alone it has a code of its own; beside other faults it is one of them. */
const faultsBeside = (faulty: ReadonlySet<string>, { amount }: Body, amountMinorMin: number): readonly Fault[] => {
  if (faulty.size === 0 || faulty.has('amount') || minorOf(amount) >= amountMinorMin) return [];
  return [belowMinimum(amountMinorMin)];
};

const termsOf = (request: ApiRequest<Body>, ids: Ids): WithdrawalTerms => {
  const { amount, payCurrency, payAddress, memo = null, externalReference = null } = request.body;
  return {
    withdrawalId: `wd_${request.idempotency?.ulid ?? ids.ulid()}`,
    userId: callerOf(request).userId,
    amountMinor: minorOf(amount),
    currency,
    payCurrency: payCurrency.toUpperCase(),
    payAddress,
    memo,
    externalReference,
  };
};

const take = async (tx: Tx, terms: WithdrawalTerms, o: RequestWithdrawalDeps): Promise<StoredWithdrawal> => {
  const { withdrawalId, userId } = terms;
  const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId], users: [userId] }], o.ids);
  const { availableMinor, debtMinor } = books.accounts;
  const now = toIso(o.clock.now());
  const promisedMinor = await readPromised(tx, userId, currency, now);
  const limits = {
    availableMinor: Math.max(availableMinor(userId, currency) - debtMinor(userId, currency) - promisedMinor, 0),
    amountMinorMin: o.amountMinorMin,
  };
  const data = { terms, ...limits, now };
  // It is there when an earlier process made it and was cut off.
  const state = stateOf(books.withdrawals.find(withdrawalId));
  const decision = withdrawal.decide({ type: 'RequestWithdrawal', data }, state);
  if (isRejection(decision)) {
    o.count(decision.code === 'withdrawal.insufficient_balance' ? 'insufficient_balance' : 'below_minimum');
    throw withdrawalRefused(decision, limits);
  }
  for (const event of decision) bookWithdrawal(books, event, { ids: o.ids, occurredAt: event.data.at });
  await books.write();
  const made = books.withdrawals.find(withdrawalId);
  if (made === undefined) throw new Error(`Withdrawal ${withdrawalId} was made and is not there.`);
  return made;
};

/** The description lets nothing else through. */
const minorOf = (amount: string): number => {
  const amountMinor = parseDecimal(amount, 2);
  if (amountMinor === undefined) throw new Error('An amount passed its schema and cannot be read.');
  return amountMinor;
};
