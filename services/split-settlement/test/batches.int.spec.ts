import { randomIds } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent } from '@repasse/contracts';
import fc from 'fast-check';
import { checkLedger } from '../src/store/check-ledger';
import {
  disputeEvent,
  eventOf,
  paidCharge,
  paidEvent,
  refundEvent,
  surplusEvent,
  type ChargePaid,
} from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { ask, fundsFor, payoutEvent, termsFor } from './support/withdrawals';

let ledgers: readonly [LedgerDatabase, LedgerDatabase];
beforeAll(async () => {
  ledgers = [await openLedgerDatabase('one by one'), await openLedgerDatabase('in batches')];
});
afterAll(() => Promise.all(ledgers.map((ledger) => ledger.close())));

const at = '2026-01-02T12:00:00.000Z';
const [opened, won, lost] = ['repasse.dispute.opened.v1', 'repasse.dispute.won.v1', 'repasse.dispute.lost.v1'] as const;

/** What happens to one charge or payment, in its order. */
type Story = (users: readonly [number, number, number]) => readonly AnyEvent[];

const methods = [
  { paymentMethod: 'PIX' },
  { paymentMethod: 'INTERNATIONAL', disputeReserveMinor: 495 },
  { paymentMethod: 'CREDIT_CARD', installments: 3 },
] as const;

const chargeOf = (
  method: (typeof methods)[number],
  [owner, ana, bruno]: readonly [number, number, number],
): ChargePaid => {
  const share = (userId: number, amountMinor: number) => ({
    userId,
    amountMinor,
    isOwner: userId === owner,
    reducedByMinor: 0,
  });
  return paidCharge({
    ...method,
    userId: owner,
    shares: [share(owner, 6_921), share(ana, 1_980), share(bruno, 1_000)],
  });
};

const anyMethod = fc.constantFrom(...methods);
const anyAmount = fc.constantFrom(1, 999, 3_333, 6_000, 9_999);
const anyOutcome = fc.constantFrom(won, lost);

const refundedCharge: fc.Arbitrary<Story> = fc
  .tuple(anyMethod, fc.array(fc.tuple(anyAmount, fc.boolean()), { maxLength: 3 }))
  .map(([method, refunds]) => (users) => {
    const charge = chargeOf(method, users);
    const listed = [{ userId: users[1], amountMinor: 1_500 }];
    return [
      paidEvent(charge),
      ...refunds.map(([minor, isListed]) => refundEvent(charge, minor, { splitRefund: isListed ? listed : null })),
    ];
  });

const disputedCharge: fc.Arbitrary<Story> = fc
  .tuple(anyMethod, anyAmount, anyOutcome, anyAmount)
  .map(([method, minor, outcome, refundMinor]) => (users) => {
    const [charge, disputeId] = [chargeOf(method, users), `dsp_${randomIds.ulid()}`];
    return [
      paidEvent(charge),
      disputeEvent(opened, charge, disputeId, minor),
      refundEvent(charge, refundMinor),
      disputeEvent(outcome, charge, disputeId, minor),
      refundEvent(charge, 100),
    ];
  });

const surplusOfCharge: fc.Arbitrary<Story> = fc
  .tuple(
    fc.constantFrom('HOLD' as const, 'ACCEPT' as const),
    fc.constantFrom('APPLY' as const, 'ACCEPT' as const),
    fc.constantFrom(500, 9_999),
  )
  .map(([handling, decision, minor]) => (users) => {
    const charge = chargeOf(methods[0], users);
    const disputeId = `dsp_${randomIds.ulid()}`;
    const resolved = { surplusAmountMinor: 300, handling: decision };
    const back = (amountMinor: number) =>
      surplusEvent('repasse.charge.surplus_refunded.v1', charge, { amountMinor, refundId: `re_${randomIds.ulid()}` });
    const [part, rest] = [back(200), back(minor - 200)];
    return [
      surplusEvent('repasse.charge.surplus_received.v1', charge, { surplusAmountMinor: minor, handling }),
      ...(handling === 'HOLD' ? [surplusEvent('repasse.charge.surplus_resolved.v1', charge, resolved)] : []),
      ...[paidEvent(charge), part, part, disputeEvent(opened, charge, disputeId, minor), rest],
    ];
  });

const coinPayment: fc.Arbitrary<Story> = anyAmount.map((minor) => ([userId]) => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const payment = { chargeId: null, attemptId: null, paymentId, userId, paymentMethod: 'CRYPTO' } as const;
  const of = <T extends AnyEvent['type']>(type: T, data: object) =>
    eventOf(type, paymentId, 1, at, { ...payment, ...data } as never);
  return [
    of('repasse.payment.received.v1', { amountMinor: 9_999, expectedAmountMinor: 9_999, receivedAt: at }),
    of('repasse.refund.settled.v1', { refundId: `re_${randomIds.ulid()}`, amountMinor: minor }),
  ];
});

const anyStory = fc.oneof(refundedCharge, disputedCharge, surplusOfCharge, coinPayment);

/** The stories told beside one another, each in its order. */
const interleaved = (stories: readonly (readonly AnyEvent[])[], picks: readonly number[]): AnyEvent[] => {
  const left = stories.map((story) => [...story]);
  const picked = picks.flatMap((pick) => left[pick % left.length]?.shift() ?? []);
  return [...picked, ...left.flat()];
};

const cutAt = (events: readonly AnyEvent[], cuts: readonly boolean[]): AnyEvent[][] => {
  const batches: AnyEvent[][] = [[]];
  events.forEach((each, index) => {
    batches.at(-1)?.push(each);
    if (cuts[index] === true) batches.push([]);
  });
  return batches;
};

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
      `select aggregateid, type, headers ->> 'ce_position' as position, payload::jsonb - 'settlementId' as data
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
    const ofCharge = eventOf('repasse.payment.received.v1', 'pay_1', 1, at, { chargeId: charges[0]!.chargeId });

    expect(await statementsFor(...charges.map((charge) => paidEvent(charge)), ofCharge, ...refunds)).toBe(2);
    expect(await statementsFor(ofCharge, eventOf('repasse.charge.created.v1', 'ch_1', 1, at, {}))).toBe(0);
  });
});
