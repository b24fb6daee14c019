import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent } from '@repasse/contracts';
import fc from 'fast-check';
import { expireWaiting, findExpired } from '../src/store/expire-waiting';
import { openBooks } from '../src/store/books/books';
import { checkLedger } from '../src/store/check-ledger';
import { decideWaiting } from '../src/store/decide-waiting';
import { decideWithdrawal, isRefused } from '../src/store/decide-withdrawal';
import { readPayables, usersOf } from '../src/store/read-payables';
import { type StoredWithdrawal } from '../src/store/withdrawals';
import { compareEvents } from '../src/store/reports/compare-events';
import { trialBalanceOf } from '../src/trial-balance';
import { differencesOf } from '../src/trial-balance-report';
import { disputeEvent, paidCharge, paidEvent, refundEvent, type ChargePaid } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { payoutEvent } from './support/withdrawals';

let ledger: LedgerDatabase;
const told: AnyEvent[] = [];
beforeAll(async () => {
  ledger = await openLedgerDatabase('payout conservation');
});
afterAll(() => ledger.close());

const tell = async (...events: readonly AnyEvent[]): Promise<void> => {
  await ledger.tell(...events);
  told.push(...events);
};

const hourMs = 3_600_000;
const now = (): string => ledger.clock.now().toISOString();

let nextUserId = 700_000;

/** A merchant with two sellers: one carries the fee, and the merchant carries that of the other. */
const freshMarket = async () => {
  const [manager, one, two] = [++nextUserId, ++nextUserId, ++nextUserId] as const;
  const sellers = [one, two];
  await ledger.db.query(
    `insert into payees (user_id, manager_user_id, verification) select unnest($1::bigint[]), $2, 'VERIFIED'`,
    [sellers, manager],
  );
  await ledger.db.query(
    `insert into payout_destinations (
       destination_id, user_id, rail, kind, label, is_own_document, is_default, added_at, usable_from)
     select 'dst_' || lpad(u::text, 26, '0'), u, 'PIX', 'PIX_KEY', 'PIX CPF ***', true, true, $2, $2 from unnest($1::bigint[]) as u`,
    [sellers, now()],
  );
  await ledger.db.query(
    `insert into payout_policies (user_id, set_by, fee_minor, fee_carried_by, four_eyes_above_minor, updated_at, updated_by)
     values ($1, 'STAFF', 100, 'SELLER', 3000, $3, 'key'), ($2, 'STAFF', 100, 'MANAGER', null, $3, 'key')`,
    [one, two, now()],
  );
  return { manager, sellers };
};

const request = (userId: number, amountMinor: number, isUpTo: boolean): Promise<StoredWithdrawal | undefined> =>
  ledger.db.transaction(async (tx) => {
    const [payable] = await readPayables(tx, [{ userId, destinationId: null }], { now: now(), isDeciding: true });
    if (payable === undefined) throw new Error('The user was not read.');
    const withdrawalId = `wd_${randomIds.ulid()}`;
    const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId], users: usersOf(payable) }], randomIds);
    const asked = { withdrawalId, amountMinor, isUpTo, address: null, externalReference: null, batchId: null };
    const made = decideWithdrawal(
      books,
      payable,
      { ...asked, requestedBy: 'one' },
      { ids: randomIds, now: now(), amountMinorMin: 1_000, releaseWithinMs: hourMs },
    );
    await books.write();
    return isRefused(made) ? undefined : made;
  });

const say = (withdrawalId: string, isReleased: boolean) =>
  ledger.db.transaction((tx) =>
    decideWaiting(tx, withdrawalId, {
      ...{ ids: randomIds, now: now(), isSeen: () => true },
      commandOf: (standing) =>
        isReleased
          ? { type: 'ReleaseWithdrawal', data: { key: 'two', standing, now: now() } }
          : { type: 'CancelWithdrawal', data: { key: 'two', now: now() } },
    }),
  );

/** What the gateway says of a withdrawal, at most once each, in the order in which it can happen. */
const endOf = (made: StoredWithdrawal, isPaid: boolean): AnyEvent => {
  const change = { rail: made.rail, payoutMinor: made.payoutMinor };
  return isPaid
    ? payoutEvent('repasse.payout.settled.v1', made, change)
    : payoutEvent('repasse.payout.failed.v1', made, change);
};

const backOf = (made: StoredWithdrawal, returnedMinor: number): AnyEvent =>
  payoutEvent(
    'repasse.payout.returned.v1',
    made,
    {
      ...{ rail: made.rail, payoutMinor: made.payoutMinor, returnedMinor, returnedTotalMinor: returnedMinor },
      ...{ returnReference: `D${made.withdrawalId}`, returnReason: null },
    },
    2,
  );

const which = fc.nat({ max: 50 });
const often = <T>(arbitrary: fc.Arbitrary<T>) => ({ weight: 4, arbitrary });
const step = fc.oneof(
  fc.record({ kind: fc.constant('sale' as const) }),
  fc.record({ kind: fc.constant('refund' as const), which, minor: fc.constantFrom(100, 5_000, 9_999) }),
  fc.record({ kind: fc.constant('dispute' as const), which, isWon: fc.boolean() }),
  often(
    fc.record({
      ...{ kind: fc.constant('request' as const), which },
      ...{ minor: fc.integer({ min: 1, max: 9_000 }), isUpTo: fc.boolean() },
    }),
  ),
  fc.record({ kind: fc.constant('say' as const), which, isReleased: fc.boolean() }),
  often(fc.record({ kind: fc.constant('end' as const), which, isPaid: fc.boolean() })),
  often(fc.record({ kind: fc.constant('back' as const), which, part: fc.constantFrom(0.3, 1) })),
  fc.record({ kind: fc.constant('later' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Whatever chance brings, one withdrawal comes to each end: canceled, failed, back in full, and paid. */
const everyEnd: Step[] = [
  { kind: 'sale' },
  { kind: 'request', which: 0, minor: 4_000, isUpTo: false },
  { kind: 'say', which: 0, isReleased: false },
  ...Array.from({ length: 3 }, (): Step => ({ kind: 'request', which: 1, minor: 1_000, isUpTo: false })),
  { kind: 'end', which: 1, isPaid: false },
  { kind: 'end', which: 2, isPaid: true },
  { kind: 'back', which: 2, part: 1 },
  { kind: 'end', which: 3, isPaid: true },
];

class Day {
  readonly charges: ChargePaid[] = [];
  readonly made: StoredWithdrawal[] = [];

  constructor(readonly market: Awaited<ReturnType<typeof freshMarket>>) {}

  async take(each: Step): Promise<void> {
    const charge = 'which' in each ? this.charges[each.which % Math.max(this.charges.length, 1)] : undefined;
    const made = 'which' in each ? this.made[each.which % Math.max(this.made.length, 1)] : undefined;
    switch (each.kind) {
      case 'sale':
        return this.sell();
      case 'refund':
        return charge === undefined ? undefined : tell(refundEvent(charge, each.minor));
      case 'dispute':
        return charge === undefined ? undefined : this.dispute(charge, each.isWon);
      case 'request': {
        const userId = this.market.sellers[each.which % 2] ?? 0;
        const asked = await request(userId, each.minor, each.isUpTo);
        if (asked !== undefined) this.made.push(asked);
        return undefined;
      }
      case 'say':
        return made === undefined ? undefined : void (await say(made.withdrawalId, each.isReleased));
      case 'end':
        return made === undefined ? undefined : this.maybe(endOf(made, each.isPaid));
      case 'back':
        return made === undefined ? undefined : this.maybe(backOf(made, Math.ceil(made.payoutMinor * each.part)));
      case 'later':
        return this.wait();
    }
  }

  async sell(): Promise<void> {
    const { manager, sellers } = this.market;
    const share = (userId: number, amountMinor: number) => ({
      ...{ userId, amountMinor, isOwner: userId === manager, reducedByMinor: 0 },
    });
    const [one = 0, two = 0] = sellers;
    const charge = paidCharge({
      userId: manager,
      shares: [share(manager, 2_901), share(one, 4_000), share(two, 3_000)],
    });
    this.charges.push(charge);
    await tell(paidEvent(charge));
  }

  async dispute(charge: ChargePaid, isWon: boolean): Promise<void> {
    const disputeId = `dsp_${randomIds.ulid()}`;
    await tell(disputeEvent('repasse.dispute.opened.v1', charge, disputeId, 1_000));
    await tell(disputeEvent(isWon ? 'repasse.dispute.won.v1' : 'repasse.dispute.lost.v1', charge, disputeId, 1_000));
  }

  /** What contradicts the books is parked, and moves nothing. What was told is only told again as it was. */
  async maybe(event: AnyEvent): Promise<void> {
    const before = told.find(({ type, subject }) => type === event.type && subject === event.subject);
    if (before !== undefined) return ledger.tell(before);
    return tell(event).catch((fault: unknown) => expect(fault).toMatchObject({ code: 'ledger.withdrawal_refused' }));
  }

  async wait(): Promise<void> {
    ledger.clock.advance(2 * hourMs);
    const { rows } = await findExpired(ledger.db, now(), 100);
    if (rows.length > 0) await expireWaiting(ledger.db, randomIds, rows, now());
  }
}

interface PaidOut {
  readonly userId: number;
  readonly outMinor: number;
  readonly inMinor: number;
}

/** What left a user, fees and returns counted, beside all that ever came to them. */
const paidOut = (users: readonly number[]): Promise<PaidOut[]> =>
  ledger.db.query<PaidOut>(
    `select a.user_id as "userId",
            coalesce(sum(case p.direction when 'debit' then p.amount_minor else -p.amount_minor end)
              filter (where p.kind in ('WITHDRAWAL', 'PAYOUT_FEE', 'WITHDRAWAL_RETURN')), 0)::bigint as "outMinor",
            coalesce(sum(p.amount_minor) filter (where p.kind in ('GROSS', 'SHARE_RECEIVED')), 0)::bigint as "inMinor"
     from postings p join accounts a using (account_id) where a.user_id = any ($1) group by a.user_id`,
    [users],
  );

describe('payouts beside sales, refunds and disputes, in any order', () => {
  it('make and lose no money, pay nobody more than theirs, and pay each withdrawal once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const market = await freshMarket();
        const day = new Day(market);
        await day.sell();
        for (const each of steps) await day.take(each);

        const balances = await ledger.balances();
        expect(Object.values(balances).reduce((sum, minor) => sum + minor, 0)).toBe(0);
        for (const { outMinor, inMinor } of await paidOut([market.manager, ...market.sellers])) {
          expect(outMinor).toBeLessThanOrEqual(inMinor);
        }
        const twice = await ledger.db.query(
          `select w.withdrawal_id from withdrawal_transactions w join ledger_transactions t using (transaction_id)
           where t.kind in ('WITHDRAWAL_PAID', 'WITHDRAWAL_REVERSED') group by 1 having count(*) > 1`,
        );
        expect(twice).toEqual([]);
        expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true });
      }),
      { numRuns: 40, examples: [[everyEnd]], endOnFailure: true },
    );

    const taken = await trialBalanceOf(ledger.db, async (_consumed, onEvents) => {
      await onEvents(told);
      return [];
    });
    expect(differencesOf(taken)).toEqual([]);
    for await (const differences of compareEvents(ledger.db, '2000-01-01', '2100-01-01'))
      expect(differences).toEqual([]);
    const kinds = await ledger.db.query<{ status: string }>('select distinct status from withdrawals');
    expect(kinds.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['canceled', 'failed', 'paid', 'returned']),
    );
  }, 240_000);
});
