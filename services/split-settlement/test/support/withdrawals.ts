import { randomIds } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { type WithdrawalTerms } from '../../src/domain/withdrawal-terms';
import { bookWithdrawal } from '../../src/store/book-withdrawal';
import { openBooks } from '../../src/store/books/books';
import { eventOf, paidCharge, surplusEvent } from './charges';
import { coinTerms } from './withdrawal-terms';
import { type LedgerDatabase } from './ledger-database';

export const endedAt = '2026-01-02T12:00:00.000Z';

/** An event after which a user has this much more, fees aside: a surplus that is theirs at once. */
export const fundsFor = (userId: number, amountMinor: number): AnyEvent => {
  const change = { surplusAmountMinor: amountMinor, handling: 'ACCEPT' as const };
  return surplusEvent('repasse.charge.surplus_received.v1', paidCharge({ userId }), change, 1);
};

export const termsFor = (userId: number, amountMinor: number, change: Partial<WithdrawalTerms> = {}): WithdrawalTerms =>
  coinTerms({ withdrawalId: `wd_${randomIds.ulid()}`, userId, amountMinor, ...change });

/** Books what was asked for, from a balance that has it. */
export const ask = ({ db, clock }: LedgerDatabase, terms: WithdrawalTerms): Promise<void> =>
  db.transaction((tx) => askWithin(tx, terms, clock.now().toISOString()));

/** The same as a part of something greater. */
export const askWithin = async (tx: Tx, terms: WithdrawalTerms, at: string): Promise<void> => {
  const { withdrawalId, userId } = terms;
  const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId], users: [userId] }], randomIds);
  bookWithdrawal(books, { type: 'WithdrawalRequested', data: { terms, at } }, { ids: randomIds, occurredAt: at });
  await books.write();
};

type PayoutType =
  | 'repasse.payout.requested.v1'
  | 'repasse.payout.settled.v1'
  | 'repasse.payout.failed.v1'
  | 'repasse.payout.returned.v1';

/** A step of the payout of a withdrawal, as the gateway tells it. */
export const payoutEvent = <T extends PayoutType>(
  type: T,
  { withdrawalId, userId, amountMinor }: Pick<WithdrawalTerms, 'withdrawalId' | 'userId' | 'amountMinor'>,
  change: Partial<EventData[T]> = {},
  position = 1,
): AnyEvent => {
  const common: Partial<EventData[PayoutType]> = { withdrawalId, userId, amountMinor };
  return eventOf(type, withdrawalId, position, endedAt, { ...common, ...change });
};
