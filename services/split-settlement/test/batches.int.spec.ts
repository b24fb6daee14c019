import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent } from '@repasse/contracts';
import fc from 'fast-check';
import { checkLedger } from '../src/store/check-ledger';
import {
  ana,
  eventOf,
  paidCharge,
  paidEvent,
  paidInternationally,
  refundedAt,
  refundEvent,
  type ChargePaid,
} from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { anyStory, cutAt, interleaved } from './support/stories';
import { ask, fundsFor, payoutEvent, termsFor } from './support/withdrawals';

let ledgers: readonly [LedgerDatabase, LedgerDatabase];
beforeAll(async () => {
  ledgers = [await openLedgerDatabase('one by one'), await openLedgerDatabase('in batches')];
});
afterAll(() => Promise.all(ledgers.map((ledger) => ledger.close())));

/** What the books say of these users, but for the numbers they gave themselves. */
const booksOf = async ({ db }: LedgerDatabase, users: readonly number[], keys: readonly string[]) => {
  const rowsOf = async (sql: string, of: readonly unknown[] = users) =>
    (await db.query<{ row: object }>(`select to_jsonb(r) as row from (${sql}) r`, [of]))
      .map(({ row }) => JSON.stringify(row))
      .sort();
  return {
    balances: await rowsOf(
      `select account_id, currency, balance_minor from balances join accounts using (account_id)
       where user_id = any ($1) and balance_minor <> 0`,
    ),
    postings: await rowsOf(
      `select p.account_id, p.kind, t.kind as of, t.charge_id, p.direction, p.amount_minor, p.balance_after_minor
       from postings p join ledger_transactions t using (transaction_id) join accounts a using (account_id)
       where a.user_id = any ($1)`,
    ),
    releases: await rowsOf(
      `select s.charge_id as whose, r.user_id, r.source, r.installment, r.amount_minor,
              r.taken_minor, r.transaction_id is null as waits
       from releases r join settlements s using (settlement_id) where r.user_id = any ($1)`,
    ),
    reversals: await rowsOf(
      `select s.*, d.outcome from reversal_shares s left join dispute_decisions d on d.dispute_id = s.reversal_id
       where s.user_id = any ($1)`,
    ),
    surpluses: await rowsOf('select * from surpluses where user_id = any ($1)'),
    withdrawals: await rowsOf('select * from withdrawals where user_id = any ($1)'),
    said: await rowsOf(
      `select aggregateid, type, position::text, payload::jsonb - 'settlementId' as data
       from outbox where aggregateid = any ($1)`,
      keys,
    ),
  };
};

/** Entries whose balance is not what their account was posted up to them, or that are dated before an earlier one. */
const misstatedEntries = (db: Tx) =>
  db.query(
    `select entry_id from (
       select entry_id, booked_at, balance_after_minor,
              sum(case direction when 'credit' then amount_minor else -amount_minor end)
                over (partition by account_id, currency order by entry_id) as posted_minor,
              lag(booked_at) over (order by entry_id) as before_at
       from postings) p
     where balance_after_minor <> posted_minor or booked_at < before_at`,
  );

let nextUserId = 100_000;

describe('a batch', () => {
  it('books what its events would one by one, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStory, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat({ max: 20 }), { maxLength: 25 }),
        fc.array(fc.boolean(), { maxLength: 25 }),
        fc.boolean(),
        async (stories, picks, cuts, isPaidOut) => {
          const users = [++nextUserId, ++nextUserId, ++nextUserId] as const;
          const terms = termsFor(users[0], 4_000);
          const funds = fundsFor(users[0], 4_000);
          for (const ledger of ledgers) {
            await ledger.tell(funds);
            await ask(ledger, terms);
          }
          const payout = [
            payoutEvent('repasse.payout.requested.v1', terms),
            payoutEvent(isPaidOut ? 'repasse.payout.settled.v1' : 'repasse.payout.failed.v1', terms),
          ];
          const events = interleaved([...stories.map((story) => story(users)), payout], picks);

          for (const event of events) await ledgers[0].tell(event);
          for (const batch of cutAt(events, cuts)) await ledgers[1].tell(...batch);

          const keys = [...new Set(events.map(({ subject }) => subject))];
          expect(await booksOf(ledgers[1], users, keys)).toEqual(await booksOf(ledgers[0], users, keys));
        },
      ),
      { numRuns: 25 },
    );
    for (const { db } of ledgers) {
      expect(await checkLedger(db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
      expect(await misstatedEntries(db)).toEqual([]);
    }
  }, 180_000);

  it('takes other pending money for refunds that only together are more than what is left of their charge', async () => {
    const owner = ++nextUserId;
    const shares = [
      { userId: owner, amountMinor: 6_921, isOwner: true, reducedByMinor: 0 },
      { userId: ana, amountMinor: 2_980, isOwner: false, reducedByMinor: 0 },
    ];
    const [refunded, other] = [
      paidInternationally({ userId: owner, shares }),
      paidInternationally({ userId: owner, shares }),
    ];
    const refundOf = (byAnaMinor: number) =>
      refundEvent(refunded, 5_000, { splitRefund: [{ userId: ana, amountMinor: byAnaMinor }] });
    const [first, second] = [refundOf(1_500), refundOf(1_000)];
    const takenOf = ({ db }: LedgerDatabase, { chargeId }: ChargePaid) =>
      db.query(
        `select r.source, r.taken_minor as "takenMinor" from releases r join settlements s using (settlement_id)
         where s.charge_id = $1 and r.user_id = $2 order by r.source`,
        [chargeId, owner],
      );

    for (const ledger of ledgers) await ledger.tell(paidEvent(refunded), paidEvent(other));
    for (const event of [first, second]) await ledgers[0].tell(event);
    await ledgers[1].tell(first, second);

    // 3,500 and 4,000 are the owner's part, and 6,426 of their share wait: the other charge gives what is missing.
    const taken = [
      { source: 'user_pending', takenMinor: 6_426 },
      { source: 'user_reserve', takenMinor: 0 },
    ];
    for (const ledger of ledgers) {
      expect(await takenOf(ledger, refunded)).toEqual(taken);
      expect(await takenOf(ledger, other)).toEqual([{ source: 'user_pending', takenMinor: 1_074 }, taken[1]]);
    }
  });

  it('is read by one statement and written by one, and by none when it moves nothing', async () => {
    const [{ db, bookWithin }] = ledgers;
    const statementsFor = (...events: readonly AnyEvent[]): Promise<number> =>
      db.transaction(async (tx) => {
        let statements = 0;
        const counted: Tx = {
          query: (sql, params) => {
            statements += 1;
            return tx.query(sql, params);
          },
        };
        await bookWithin(events, counted);
        return statements;
      });
    const charges = Array.from({ length: 30 }, () => paidCharge());
    const refunds = charges.map((charge) => refundEvent(charge, 5_000));
    const ofCharge = eventOf('repasse.payment.received.v1', 'pay_1', 1, refundedAt, { chargeId: charges[0]!.chargeId });

    expect(await statementsFor(...charges.map((charge) => paidEvent(charge)), ofCharge, ...refunds)).toBe(2);
    expect(await statementsFor(ofCharge, eventOf('repasse.charge.created.v1', 'ch_1', 1, refundedAt, {}))).toBe(0);
  });
});
