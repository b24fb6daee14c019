import { type ChargeMethod } from '@repasse/contracts';
import fc from 'fast-check';
import { decideDispute } from './dispute';
import { repayDebts } from './debt';
import { accountIdOf, credit, debit, makeTransaction, signedMinor, type LedgerTransaction } from './ledger';
import { type Release, type ReleaseSource } from './release';
import { reverse, type ReversalFacts } from './reversal';
import { acceptSurplus, applySurplus, receiveSurplus, refundSurplus } from './surplus';
import { disputeOrder, refundOrder, takeBack, type Holding } from './take-back';

const now = '2026-01-02T00:00:00.000Z';
const facts: ReversalFacts & { readonly chargeId: string; readonly paymentMethod: ChargeMethod } = {
  reversalId: 're_1',
  kind: 'REFUND',
  transactionId: 'txn_1',
  chargeId: 'ch_1',
  settlementId: 'stl_1',
  paymentId: 'pay_1',
  paymentMethod: 'PIX',
  amountMinor: 1_000,
  currency: 'BRL',
  isListed: false,
  occurredAt: now,
};

const planned = (amountMinor: number, source: ReleaseSource = 'user_pending', installment = 1): Release => ({
  settlementId: 'stl_1',
  userId: 7,
  source,
  installment,
  amountMinor,
  currency: 'BRL',
  dueAt: now,
});

const holding = (availableMinor: number, ...releases: readonly Release[]): Holding => ({
  userId: 7,
  availableMinor,
  settlementId: 'stl_1',
  planned: releases,
});

const contribution = { userId: 7, isOwner: false, amountMinor: 1_000 };

const movedBy = (...transactions: readonly LedgerTransaction[]): Record<string, number> => {
  const moved: Record<string, number> = {};
  for (const posting of transactions.flatMap(({ postings }) => postings)) {
    const id = accountIdOf(posting.account);
    moved[id] = (moved[id] ?? 0) + signedMinor(posting);
  }
  return moved;
};

describe('taking back', () => {
  it.each<[string, Holding | undefined, object]>([
    ['available money', holding(5_000, planned(900)), { fromAvailableMinor: 1_000, takenReleases: [] }],
    ['what is pending next', holding(300, planned(900)), { fromAvailableMinor: 300, fromPendingMinor: 700 }],
    [
      'what is held against disputes last',
      holding(0, planned(600), planned(300, 'user_reserve')),
      {
        fromPendingMinor: 600,
        fromReserveMinor: 300,
        fromDebtMinor: 100,
      },
    ],
    ['a debt from a user without money', undefined, { fromDebtMinor: 1_000 }],
  ])('takes %s', (_what, of, expected) => {
    expect(takeBack(contribution, of, refundOrder)).toMatchObject({ amountMinor: 1_000, ...expected });
  });

  it('takes the sale’s own reserve and pending money first when it is for a dispute', () => {
    const ofAnother = { ...planned(900), settlementId: 'stl_2' };
    const own = [planned(500), planned(300, 'user_reserve')];

    expect(takeBack(contribution, holding(150, ...own, ofAnother), disputeOrder)).toMatchObject({
      ...{ fromReserveMinor: 300, fromPendingMinor: 550, fromAvailableMinor: 150 },
      takenReleases: [{ takenMinor: 300 }, { takenMinor: 500 }, { release: ofAnother, takenMinor: 50 }],
    });
    expect(takeBack(contribution, holding(5_000, ...own), disputeOrder)).toMatchObject({
      ...{ fromReserveMinor: 300, fromPendingMinor: 500, fromAvailableMinor: 200 },
    });
  });

  it('shrinks planned releases in the order they come in, none below nothing', () => {
    const [third, second] = [planned(400, 'user_pending', 3), planned(900, 'user_pending', 2)];
    const { takenReleases } = takeBack(contribution, holding(0, third, second), refundOrder);

    expect(takenReleases).toEqual([
      { release: third, takenMinor: 400 },
      { release: second, takenMinor: 600 },
    ]);
  });

  it('takes exactly the due amount, from any holding, and never more than an account holds', () => {
    const anyHolding = fc
      .record({
        available: fc.nat({ max: 2_000 }),
        parts: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 5 }),
      })
      .map(({ available, parts }) =>
        holding(
          available,
          ...parts.map((part, index) => planned(part, index % 3 === 0 ? 'user_reserve' : 'user_pending', index)),
        ),
      );
    fc.assert(
      fc.property(anyHolding, fc.constantFrom(refundOrder, disputeOrder), (of, order) => {
        const taking = takeBack(contribution, of, order);
        const { fromAvailableMinor, fromPendingMinor, fromReserveMinor, fromDebtMinor, takenReleases } = taking;
        const shrunkMinor = takenReleases.reduce((sum, { takenMinor }) => sum + takenMinor, 0);
        const thereMinor = of.planned.reduce((sum, { amountMinor }) => sum + amountMinor, of.availableMinor);

        expect(fromAvailableMinor + fromPendingMinor + fromReserveMinor + fromDebtMinor).toBe(1_000);
        expect(Math.min(fromAvailableMinor, fromPendingMinor, fromReserveMinor, fromDebtMinor)).toBeGreaterThanOrEqual(
          0,
        );
        expect(fromAvailableMinor).toBeLessThanOrEqual(of.availableMinor);
        expect(shrunkMinor).toBe(fromPendingMinor + fromReserveMinor);
        expect(
          takenReleases.every(({ release, takenMinor }) => takenMinor > 0 && takenMinor <= release.amountMinor),
        ).toBe(true);
        // A debt arises only when nothing is left.
        expect(fromDebtMinor).toBe(Math.max(0, 1_000 - thereMinor));
      }),
    );
  });
});

describe('a refund', () => {
  it('goes from its users to the provider, and is owed where it is not there', () => {
    const { transaction } = reverse(facts, [contribution], new Map([[7, holding(300, planned(500))]]));

    expect(transaction).toMatchObject({ kind: 'SPLIT_REVERSED', chargeId: 'ch_1', settlementId: 'stl_1' });
    expect(movedBy(transaction)).toEqual({
      'user_available:7': -300,
      'user_pending:7': -500,
      'user_debt:7': -200,
      'provider_clearing:PIX': 1_000,
    });
  });
});

describe('a dispute', () => {
  const { transaction: opened } = reverse({ ...facts, kind: 'DISPUTE' }, [contribution], new Map([[7, holding(300)]]));
  const held = { ...facts, held: [{ userId: 7, amountMinor: 1_000 }] };

  it('is held of its users while it is open', () => {
    expect(opened.kind).toBe('DISPUTE_OPENED');
    expect(movedBy(opened)).toEqual({ 'user_available:7': -300, 'user_debt:7': -700, 'dispute_held:7': 1_000 });
  });

  it('is free again when it is won', () => {
    const won = decideDispute(held, 'WON', 'txn_2', now);

    expect(won.kind).toBe('DISPUTE_WON');
    expect(movedBy(won)).toEqual({ 'dispute_held:7': -1_000, 'user_available:7': 1_000 });
  });

  it('is the provider’s when it is lost', () => {
    const lost = decideDispute(held, 'LOST', 'txn_2', now);

    expect(lost.kind).toBe('DISPUTE_LOST');
    expect(movedBy(lost)).toEqual({ 'dispute_held:7': -1_000, 'provider_clearing:PIX': 1_000 });
  });
});

describe('a surplus', () => {
  const surplus = { ...facts, userId: 7, amountMinor: 500 };

  it.each<[string, LedgerTransaction, Record<string, number>]>([
    [
      'is held when it arrives',
      receiveSurplus(surplus, false),
      { 'provider_clearing:PIX': -500, 'surplus_held:7': 500 },
    ],
    [
      'is the merchant’s at once by rule',
      receiveSurplus(surplus, true),
      { 'provider_clearing:PIX': -500, 'user_available:7': 500 },
    ],
    ['is the merchant’s when accepted', acceptSurplus(surplus), { 'surplus_held:7': -500, 'user_available:7': 500 }],
    ['is used by the charge', applySurplus(surplus), { 'surplus_held:7': -500, 'provider_clearing:PIX': 500 }],
    ['goes back', refundSurplus(surplus, 500, []), { 'surplus_held:7': -500, 'provider_clearing:PIX': 500 }],
  ])('%s', (_what, transaction, moved) => {
    expect(movedBy(transaction)).toEqual(moved);
  });

  it('that was kept is taken from the merchant when it goes back', () => {
    const takings = [takeBack({ userId: 7, isOwner: true, amountMinor: 400 }, holding(150), refundOrder)];

    expect(movedBy(refundSurplus(surplus, 100, takings))).toEqual({
      'surplus_held:7': -100,
      'user_available:7': -150,
      'user_debt:7': -250,
      'provider_clearing:PIX': 500,
    });
  });
});

describe('a debt', () => {
  const credited = (id: string, ...amounts: readonly number[]) => ({
    repaymentId: `${id}_repaid`,
    transaction: makeTransaction({
      transactionId: id,
      kind: 'FUNDS_RELEASED',
      chargeId: `ch_${id}`,
      settlementId: null,
      occurredAt: now,
      postings: amounts.flatMap((amountMinor) => [
        ...debit('RELEASE', { kind: 'user_pending', userId: 7 }, amountMinor, 'BRL'),
        ...credit('RELEASE', { kind: 'user_available', userId: 7 }, amountMinor, 'BRL'),
      ]),
    }),
  });
  const debtOf = (owedMinor: number) => [{ userId: 7, currency: 'BRL', owedMinor }];

  it('is repaid by money that becomes available, transaction by transaction, until it is zero', () => {
    const repayments = repayDebts([credited('a', 300), credited('b', 500), credited('c', 100)], debtOf(450));

    expect(repayments.map(({ transactionId, kind, chargeId }) => [transactionId, kind, chargeId])).toEqual([
      ['a_repaid', 'DEBT_REPAID', 'ch_a'],
      ['b_repaid', 'DEBT_REPAID', 'ch_b'],
    ]);
    expect(movedBy(...repayments)).toEqual({ 'user_available:7': -450, 'user_debt:7': 450 });
  });

  it.each([
    ['of another user', [{ userId: 8, currency: 'BRL', owedMinor: 100 }]],
    ['in another currency', [{ userId: 7, currency: 'USD', owedMinor: 100 }]],
  ])('%s is not repaid by it', (_whose, debts) => {
    expect(repayDebts([credited('a', 300)], debts)).toEqual([]);
  });

  it('and available money are never both left', () => {
    const anyCredits = fc.array(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(anyCredits, fc.integer({ min: 1, max: 3_000 }), (credits, owedMinor) => {
        const all = credits.map((amounts, index) => credited(`t${index}`, ...amounts));
        const repayments = repayDebts(all, debtOf(owedMinor));
        const availableMinor =
          movedBy(...all.map(({ transaction }) => transaction), ...repayments)['user_available:7'] ?? 0;
        const stillOwedMinor = owedMinor - (movedBy(...repayments)['user_debt:7'] ?? 0);

        expect(Math.min(availableMinor, stillOwedMinor)).toBe(0);
        expect(Math.max(availableMinor, stillOwedMinor)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
