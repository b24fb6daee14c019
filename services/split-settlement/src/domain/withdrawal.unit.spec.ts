import { isRejection } from '@repasse/chassis/decider';
import fc from 'fast-check';
import { receiveCoins, refundCoins } from './coin-payment';
import { repayDebts } from './debt';
import { accountIdOf, signedMinor, type LedgerTransaction, type UserAccountKind } from './ledger';
import { coinTerms, standingWith } from '../../test/support/withdrawal-terms';
import { withdrawal, type WithdrawalCommand } from './withdrawal';
import { type WithdrawalState } from './withdrawal-events';
import { postWithdrawal } from './withdrawal-postings';

const now = '2026-01-01T12:00:00.000Z';
const currency = 'BRL';
const users = [7, 8] as const;

/** A minimal ledger: the balances of accounts, and the status of each withdrawal. */
class Books {
  readonly balances = new Map<string, number>();
  readonly withdrawals: WithdrawalState[] = [];
  #written = 0;

  held(kind: UserAccountKind, userId: number): number {
    return this.balances.get(accountIdOf({ kind, userId })) ?? 0;
  }

  receive(userId: number, amountMinor: number): void {
    this.#post(receiveCoins(this.#movement(userId, amountMinor), 0));
  }

  refund(userId: number, amountMinor: number): void {
    const holding = { userId, availableMinor: this.held('user_available', userId), settlementId: null, planned: [] };
    this.#post(refundCoins(this.#movement(userId, amountMinor), holding).transaction);
  }

  request(userId: number, amountMinor: number): void {
    const withdrawalId = `wd_${this.withdrawals.length}`;
    const terms = coinTerms({ withdrawalId, userId, amountMinor });
    const availableMinor = Math.max(this.held('user_available', userId) + this.held('user_debt', userId), 0);
    this.withdrawals.push(withdrawal.initialState);
    const index = this.withdrawals.length - 1;
    const common = { isUpTo: false, amountMinorMin: 1, releaseUntil: now, now };
    this.#decide(index, {
      type: 'RequestWithdrawal',
      data: { terms, standing: standingWith({ availableMinor }), ...common },
    });
  }

  end(index: number, isPaid: boolean): void {
    const state = this.withdrawals[index];
    if (state === undefined || state.status === 'absent') return;
    const { amountMinor } = state.terms;
    const data = { amountMinor, currency, now };
    const failed: WithdrawalCommand = { type: 'FailWithdrawal', data: { ...data, failure: 'no' } };
    this.#decide(
      index,
      isPaid ? { type: 'PayWithdrawal', data: { ...data, endToEndId: null, transactionHash: null } } : failed,
    );
  }

  /** The sum of a user's withdrawals in this status. */
  sumOf(status: WithdrawalState['status'], userId?: number): number {
    const of = this.withdrawals.flatMap((state) =>
      state.status === status && state.status !== 'absent' && state.terms.userId === (userId ?? state.terms.userId)
        ? [state.terms.amountMinor]
        : [],
    );
    return of.reduce((sum, amountMinor) => sum + amountMinor, 0);
  }

  #decide(index: number, command: WithdrawalCommand): void {
    const state = this.withdrawals[index] ?? withdrawal.initialState;
    const decision = withdrawal.decide(command, state);
    if (isRejection(decision)) return;
    for (const event of decision) {
      this.withdrawals[index] = withdrawal.evolve(state, event);
      const transaction = postWithdrawal(event, this.#newId(), now);
      if (transaction !== null) this.#post(transaction);
    }
  }

  /** As write_transactions does: a user with a debt repays it from money that becomes available. */
  #post(transaction: LedgerTransaction): void {
    this.#move(transaction);
    const debts = users
      .map((userId) => ({ userId, currency, owedMinor: -this.held('user_debt', userId) }))
      .filter(({ owedMinor }) => owedMinor > 0);
    for (const repayment of repayDebts([{ transaction, repaymentId: this.#newId() }], debts)) this.#move(repayment);
  }

  #move({ postings }: LedgerTransaction): void {
    for (const posting of postings) {
      const id = accountIdOf(posting.account);
      this.balances.set(id, (this.balances.get(id) ?? 0) + signedMinor(posting));
    }
  }

  #movement(userId: number, amountMinor: number) {
    return {
      transactionId: this.#newId(),
      userId,
      paymentMethod: 'PIX' as const,
      amountMinor,
      currency,
      occurredAt: now,
    };
  }

  #newId(): string {
    this.#written += 1;
    return `txn_${this.#written}`;
  }
}

const amount = fc.integer({ min: 1, max: 10_000 });
const user = fc.constantFrom(...users);
const step = fc.oneof(
  fc.record({ kind: fc.constant('receive' as const), userId: user, amountMinor: amount }),
  fc.record({ kind: fc.constant('refund' as const), userId: user, amountMinor: amount }),
  fc.record({ kind: fc.constant('request' as const), userId: user, amountMinor: amount }),
  fc.record({ kind: fc.constant('end' as const), index: fc.nat(20), isPaid: fc.boolean() }),
);

const run = (books: Books, steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): void => {
  for (const each of steps) {
    if (each.kind === 'end') books.end(each.index, each.isPaid);
    else books[each.kind](each.userId, each.amountMinor);
  }
};

describe('withdrawals beside payments and refunds, in any order', () => {
  const holds = (check: (books: Books) => void): void =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const books = new Books();
        run(books, steps);
        check(books);
      }),
    );

  it('make and lose no money', () => {
    holds((books) => expect([...books.balances.values()].reduce((sum, each) => sum + each, 0)).toBe(0));
  });

  it('leave exactly the open withdrawals in the held account', () => {
    holds((books) => {
      for (const userId of users) {
        expect(books.held('withdrawal_held', userId)).toBe(books.sumOf('pending', userId));
      }
    });
  });

  it('leave no balance negative, and pay out no owed money', () => {
    holds((books) => {
      for (const userId of users) {
        const [available, debt] = [books.held('user_available', userId), Math.abs(books.held('user_debt', userId))];
        expect(available).toBeGreaterThanOrEqual(0);
        expect(books.held('user_debt', userId)).toBeLessThanOrEqual(0);
        expect(Math.min(available, debt)).toBe(0);
      }
    });
  });

  it('credit the provider with the sum of the paid ones', () => {
    holds((books) => expect(books.balances.get('provider_clearing:CRYPTO') ?? 0).toBe(books.sumOf('paid')));
  });
});
