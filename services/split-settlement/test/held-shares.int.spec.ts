import { randomIds } from '@repasse/chassis/ids';
import fc from 'fast-check';
import { checkLedger } from '../src/store/check-ledger';
import { listHeldShares, type ListedHeldShare } from '../src/store/held-shares/list';
import { settleHeldShares } from '../src/store/held-shares/settle';
import { readSettlement } from '../src/store/read-settlement';
import { disputeEvent, refundEvent, type ChargePaid } from './support/charges';
import { chargeWithHeldShare, hashOf } from './support/held-shares';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('held shares');
});
afterEach(async () => {
  expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
  const [sums] = await ledger.db.query<{ held: number; left: number }>(
    `select coalesce((select sum(balance_minor) from balances where account_id like 'share\\_held:%'), 0)::bigint as held,
            coalesce((select sum(left_minor) from held_shares), 0)::bigint as left`,
  );
  expect(sums?.held).toBe(sums?.left);
});
afterAll(() => ledger.close());

let nextUserId = 9_000;
const freshUser = (): number => (nextUserId += 1);
const heldCharge = (seller: number, change: Partial<ChargePaid> = {}) => {
  const [owner, other] = [freshUser(), freshUser()];
  return { charge: chargeWithHeldShare({ owner, other, seller }, change), owner, other };
};

const soon = '2026-01-03T12:00:00.000Z';
const over = '2026-04-02T12:00:00.000Z';

const heldBy = async (userId: number): Promise<Record<string, number>> => {
  const all = Object.entries(await ledger.balances());
  const own = all.filter(([account, balance]) => account.endsWith(`:${userId}`) && balance !== 0);
  return Object.fromEntries(own.map(([account, balance]) => [account.replace(/:.*/, ''), balance]));
};
const know = (userId: number): Promise<unknown> =>
  ledger.db.query('insert into known_users (email_hash, user_id) values ($1, $2)', [hashOf(userId), userId]);
const verify = (userId: number): Promise<unknown> =>
  ledger.db.query(`insert into payees (user_id, verification) values ($1, 'VERIFIED')`, [userId]);
const known = async (): Promise<number> => {
  const seller = freshUser();
  await know(seller);
  await verify(seller);
  return seller;
};
const settle = (now = soon): Promise<number> => settleHeldShares(ledger.db, randomIds, now, 100);
const heldOf = async (owner: number): Promise<ListedHeldShare | undefined> =>
  (await listHeldShares(ledger.db, { userId: owner, chargeId: undefined, status: undefined }, undefined, 10))[0];
const said = async (chargeId: string): Promise<readonly string[]> => {
  const rows = await ledger.db.query<{ type: string }>('select type from outbox where aggregateid = $1 order by id', [
    chargeId,
  ]);
  return rows.map(({ type }) => type.replace(/^repasse\.(.*)\.v1$/, '$1'));
};

describe('a share for somebody nobody knows', () => {
  it('waits beside the owner’s money, which is free without it', async () => {
    const { charge, owner, other } = heldCharge(freshUser());
    await ledger.book(charge);

    expect(await heldBy(owner)).toEqual({ user_available: 6_901, share_held: 2_000 });
    expect(await heldBy(other)).toEqual({ user_available: 1_000 });
    expect(await settle()).toBe(0);
    expect(await heldOf(owner)).toMatchObject({
      status: 'HELD',
      leftMinor: 2_000,
      returnAt: '2026-04-01T12:00:00.000Z',
    });
    expect(await said(charge.chargeId)).toEqual(['split.settled', 'share.held', 'funds.released', 'funds.released']);
  });

  it('is theirs once they are registered and verified, whatever comes first', async () => {
    const [one, another] = [freshUser(), freshUser()];
    const [first, second] = [heldCharge(one), heldCharge(another)];
    await ledger.book(first.charge);
    await know(one);
    await verify(another);
    await ledger.book(second.charge);
    expect(await settle()).toBe(0);

    await verify(one);
    await know(another);
    expect(await settle()).toBe(2);
    for (const [seller, { owner, charge }] of [[one, first] as const, [another, second] as const]) {
      expect(await heldBy(seller)).toEqual({ user_available: 2_000 });
      expect(await heldBy(owner)).toEqual({ user_available: 6_901 });
      expect(await heldOf(owner)).toMatchObject({ status: 'CLAIMED', claimedBy: seller, claimedMinor: 2_000 });
      expect((await said(charge.chargeId)).slice(-2)).toEqual(['share.claimed', 'funds.released']);
    }
    expect(await settle()).toBe(0);
  });

  it('is the owner’s when its time is over', async () => {
    const { charge, owner } = heldCharge(freshUser());
    await ledger.book(charge);

    await settle(over);
    expect(await heldBy(owner)).toEqual({ user_available: 8_901 });
    expect(await heldOf(owner)).toMatchObject({ status: 'RETURNED', returnedMinor: 2_000, claimedBy: null });
    expect((await said(charge.chargeId)).at(-1)).toBe('share.returned');
  });

  it('comes by instalments, as the other shares of a card', async () => {
    const seller = await known();
    const { charge } = heldCharge(seller, { paymentMethod: 'CREDIT_CARD', installments: 3 });
    await ledger.book(charge);
    await settle();

    expect(await heldBy(seller)).toEqual({ user_pending: 2_000 });
    const planned = await ledger.db.query(
      'select installment, amount_minor::integer as minor from releases where user_id = $1 order by installment',
      [seller],
    );
    expect(planned).toEqual([
      { installment: 1, minor: 668 },
      { installment: 2, minor: 666 },
      { installment: 3, minor: 666 },
    ]);
  });

  it('is not for somebody who has another share of the charge', async () => {
    const seller = freshUser();
    const { charge, owner, other } = heldCharge(seller);
    await ledger.book(charge);
    await ledger.db.query('insert into known_users (email_hash, user_id) values ($1, $2)', [hashOf(seller), other]);
    await verify(other);

    expect(await settle()).toBe(0);
    expect(await heldOf(owner)).toMatchObject({ status: 'HELD' });
  });

  it('is a share of the settlement for whoever has claimed it', async () => {
    const seller = await known();
    const { charge, owner, other } = heldCharge(seller);
    await ledger.book(charge);
    await settle();

    expect((await readSettlement(ledger.db, charge.chargeId))?.shares).toMatchObject([
      { userId: owner, isOwner: true, amountMinor: 6_901, parts: [{ kind: 'REMAINDER', amountMinor: 6_901 }] },
      { userId: seller, isOwner: false, amountMinor: 2_000, releasedMinor: 2_000, parts: [{ kind: 'FIXED' }] },
      { userId: other, amountMinor: 1_000 },
    ]);
  });
});

describe('a charge that is given back', () => {
  it('gives the owner the same part of what waits, and the recipient the rest', async () => {
    const seller = freshUser();
    const { charge, owner, other } = heldCharge(seller);
    await ledger.book(charge);
    await ledger.tell(refundEvent(charge, 2_500));
    expect(await heldBy(owner)).toEqual({ user_available: 6_901 - 2_250, share_held: 2_000 });

    expect(await settle()).toBe(1);
    expect(await heldBy(owner)).toEqual({ user_available: 6_901 - 1_750, share_held: 1_500 });
    expect(await settle()).toBe(0);

    await know(seller);
    await verify(seller);
    await settle();
    expect(await heldBy(seller)).toEqual({ user_available: 1_500 });
    await ledger.tell(refundEvent(charge, 7_500, { refundedTotalMinor: 10_000 }, 3));
    expect([await heldBy(seller), await heldBy(other)]).toEqual([{}, {}]);
    // The fee is not given back.
    expect(await heldBy(owner)).toEqual({ user_debt: -99 });
  });

  it('leaves nothing to claim when all of it went back', async () => {
    const seller = await known();
    const { charge, owner } = heldCharge(seller);
    await ledger.book(charge);
    await ledger.tell(refundEvent(charge, 10_000));
    await settle();

    expect(await heldBy(seller)).toEqual({});
    expect(await heldBy(owner)).toEqual({ user_debt: -99 });
    expect(await heldOf(owner)).toMatchObject({ status: 'RETURNED', returnedMinor: 2_000 });
  });

  it('pays nobody new while a payer disputes it', async () => {
    const seller = await known();
    const { charge, owner } = heldCharge(seller);
    await ledger.book(charge);
    const disputeId = `dsp_${randomIds.ulid()}`;
    await ledger.tell(disputeEvent('repasse.dispute.opened.v1', charge, disputeId, 10_000));
    await settle(over);
    expect(await heldOf(owner)).toMatchObject({ status: 'HELD' });

    await ledger.tell(disputeEvent('repasse.dispute.won.v1', charge, disputeId, 10_000, 3));
    await settle();
    expect(await heldBy(seller)).toEqual({ user_available: 2_000 });
  });

  it('by a lost dispute leaves the owner what waited', async () => {
    const seller = freshUser();
    const { charge, owner } = heldCharge(seller);
    await ledger.book(charge);
    const disputeId = `dsp_${randomIds.ulid()}`;
    await ledger.tell(disputeEvent('repasse.dispute.opened.v1', charge, disputeId, 10_000));
    await ledger.tell(disputeEvent('repasse.dispute.lost.v1', charge, disputeId, 10_000, 3));
    await settle();

    expect(await heldOf(owner)).toMatchObject({ status: 'RETURNED' });
    expect(await heldBy(owner)).toEqual({ user_debt: -99 });
  });
});

it('gives nobody more than theirs, in any order of refunds, claims and looks', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('refund' as const), part: fc.integer({ min: 1, max: 100 }) }),
    fc.constant({ kind: 'settle' as const }),
    fc.constant({ kind: 'verify' as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const seller = freshUser();
      const { charge, owner, other } = heldCharge(seller);
      await ledger.book(charge);
      let refundedMinor = 0;
      let isKnown = false;
      for (const [index, each] of steps.entries()) {
        if (each.kind === 'settle') await settle();
        if (each.kind === 'verify' && !isKnown) {
          isKnown = true;
          await know(seller);
          await verify(seller);
        }
        const amountMinor = each.kind === 'refund' ? Math.floor(((10_000 - refundedMinor) * each.part) / 100) : 0;
        if (amountMinor === 0) continue;
        refundedMinor += amountMinor;
        await ledger.tell(refundEvent(charge, amountMinor, { refundedTotalMinor: refundedMinor }, index + 2));
      }
      await settle(over);

      const of = async (userId: number) => {
        const { user_available = 0, user_debt = 0, share_held = 0 } = await heldBy(userId);
        return user_available + user_debt + share_held;
      };
      const [sellers, others, owners] = [await of(seller), await of(other), await of(owner)];
      expect(others).toBe(1_000 - Math.floor((refundedMinor * 1_000) / 10_000));
      expect(sellers).toBe(isKnown ? 2_000 - Math.floor((refundedMinor * 2_000) / 10_000) : 0);
      expect(owners).toBe(10_000 - 99 - refundedMinor - others - sellers);
    }),
    { numRuns: 15 },
  );
});
