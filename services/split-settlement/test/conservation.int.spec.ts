import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent } from '@repasse/contracts';
import fc from 'fast-check';
import { checkLedger } from '../src/store/check-ledger';
import { compareEvents, compareTransactions } from '../src/store/reports/compare-events';
import { releaseDue } from '../src/store/release-due';
import { trialBalanceOf } from '../src/trial-balance';
import { differencesOf } from '../src/trial-balance-report';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { anyStory, interleaved } from './support/stories';
import { ask, fundsFor, payoutEvent, termsFor } from './support/withdrawals';

let ledger: LedgerDatabase;
const told: AnyEvent[] = [];
beforeAll(async () => {
  ledger = await openLedgerDatabase('conservation');
});
afterAll(() => ledger.close());

const tell = async (...events: readonly AnyEvent[]): Promise<void> => {
  await ledger.tell(...events);
  told.push(...events);
};

const trialBalance = () =>
  trialBalanceOf(ledger.db, async (_consumed, onEvents) => {
    await onEvents(told);
    return [];
  });

const transactionsOf = async (userId: number): Promise<string[]> => {
  const rows = await ledger.db.query<{ id: string }>(
    `select distinct transaction_id as id from postings where account_id like '%:' || $1::text`,
    [userId],
  );
  return rows.map(({ id }) => id);
};

let nextUserId = 300_000;

/** Money that a user has paid out, or that comes back. */
const withdrawn = async (userId: number, isPaidOut: boolean): Promise<void> => {
  const terms = termsFor(userId, 1_000);
  await tell(fundsFor(userId, 1_000));
  await ask(ledger, terms);
  const end = isPaidOut ? 'repasse.payout.settled.v1' : 'repasse.payout.failed.v1';
  await tell(payoutEvent('repasse.payout.requested.v1', terms), payoutEvent(end, terms));
};

describe('whatever happens to charges, payments and withdrawals at the same time', () => {
  it('makes no money and loses none: thousands of operations lead to an exact trial balance', async () => {
    const dayMs = 86_400_000;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStory, { minLength: 20, maxLength: 20 }),
        fc.array(fc.nat({ max: 19 }), { maxLength: 60 }),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        fc.nat({ max: 40 }),
        async (stories, picks, payouts, days) => {
          const users = Array.from({ length: 4 }, () => ++nextUserId);
          const [one, two, three, four] = users as [number, number, number, number];
          const parts = [stories.slice(0, 10), stories.slice(10)].map((part, index) =>
            interleaved(
              // The same users give and get in both, in other roles.
              part.map((story) => story(index === 0 ? [one, two, three] : [three, one, four])),
              picks,
            ),
          );
          await Promise.all([
            ...parts.map(async (events) => {
              for (const event of events) await tell(event);
            }),
            ...payouts.map((isPaidOut) => withdrawn(++nextUserId, isPaidOut)),
            releaseDue(ledger.db, randomIds, ledger.clock.now().toISOString(), 50),
          ]);
          ledger.clock.advance(days * dayMs);
          await releaseDue(ledger.db, randomIds, ledger.clock.now().toISOString(), 500);

          const balances = await ledger.balances();
          expect(Object.values(balances).reduce((sum, minor) => sum + minor, 0)).toBe(0);
          for (const user of users) {
            const owed = balances[`user_debt:${user}`] ?? 0;
            expect(owed === 0 || (balances[`user_available:${user}`] ?? 0) === 0).toBe(true);
          }
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );

    const taken = await trialBalance();
    expect(differencesOf(taken)).toEqual([]);
    expect(taken.eventCount).toBeGreaterThan(2_000);
    expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true });
    // Closings find as little, the platform's and those of users.
    for await (const differences of compareEvents(ledger.db, '2000-01-01', '2100-01-01')) {
      expect(differences).toEqual([]);
    }
    for (let userId = nextUserId - 20; userId <= nextUserId; userId += 1) {
      expect(await compareTransactions(ledger.db, userId, await transactionsOf(userId))).toEqual([]);
    }
  }, 240_000);
});
