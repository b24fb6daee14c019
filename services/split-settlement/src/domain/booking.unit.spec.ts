import fc from 'fast-check';
import { bookChargePaid, type Booking, type PaidCharge, type PaidShare } from './booking';
import { accountIdOf, LedgerFault, signedMinor } from './ledger';
import { type ReleaseSchedule } from './release';

const schedule: ReleaseSchedule = {
  PIX: { firstDays: 0, perInstallmentDays: 0, reserveDays: 120 },
  CREDIT_CARD: { firstDays: 30, perInstallmentDays: 30, reserveDays: 120 },
  INTERNATIONAL: { firstDays: 7, perInstallmentDays: 0, reserveDays: 120 },
  CRYPTO: { firstDays: 0, perInstallmentDays: 0, reserveDays: 120 },
};
const ids = {
  settlementId: 'stl_1',
  bookingTransactionId: 'txn_1',
  releaseTransactionId: 'txn_2',
  holdTransactionId: 'txn_hold',
};
const now = '2026-01-01T00:00:05.000Z';

const share = (userId: number, amountMinor: number, isOwner = false): PaidShare => ({
  userId,
  amountMinor,
  isOwner,
  reducedByMinor: 0,
});

// 100.00 by PIX: 0.99 to the platform, a fifth of the rest and a fixed 10.00 to two recipients.
const pixCharge: PaidCharge = {
  chargeId: 'ch_1',
  paymentId: 'pay_1',
  userId: 1,
  paymentMethod: 'PIX',
  grossAmountMinor: 10_000,
  feeAmountMinor: 99,
  netAmountMinor: 9_901,
  disputeReserveMinor: 0,
  currency: 'BRL',
  shares: [share(1, 6_921, true), share(2, 1_980), share(3, 1_000)],
  installments: 1,
  paidAt: '2026-01-01T00:00:00.000Z',
};

/** The balance of each account after the booking, credits positive. */
const balancesAfter = ({ transactions }: Booking): Record<string, number> => {
  const balances: Record<string, number> = {};
  for (const posting of transactions.flatMap(({ postings }) => postings)) {
    const id = accountIdOf(posting.account);
    balances[id] = (balances[id] ?? 0) + signedMinor(posting);
  }
  return balances;
};

const codeOf = (charge: PaidCharge): string => {
  try {
    bookChargePaid(charge, schedule, ids, now);
  } catch (fault) {
    if (fault instanceof LedgerFault) return fault.code;
    throw fault;
  }
  return 'booked';
};

describe('booking a paid charge', () => {
  it('gives a PIX payment to its users at once', () => {
    const booking = bookChargePaid(pixCharge, schedule, ids, now);

    expect(balancesAfter(booking)).toEqual({
      'provider_clearing:PIX': -10_000,
      platform_fees: 99,
      'user_pending:1': 0,
      'user_available:1': 6_921,
      'user_pending:2': 0,
      'user_available:2': 1_980,
      'user_pending:3': 0,
      'user_available:3': 1_000,
    });
    expect(booking.transactions.map(({ kind }) => kind)).toEqual(['CHARGE_PAID', 'FUNDS_RELEASED']);
    expect(booking.releasedLater).toEqual([]);
  });

  it('books gross amount, fee, shares and reserve separately', () => {
    const charge: PaidCharge = { ...pixCharge, paymentMethod: 'INTERNATIONAL', disputeReserveMinor: 495 };
    const [booked] = bookChargePaid(charge, schedule, ids, now).transactions;

    expect(
      booked?.postings.map((posting) => [posting.kind, accountIdOf(posting.account), signedMinor(posting)]),
    ).toEqual([
      ['GROSS', 'provider_clearing:INTERNATIONAL', -10_000],
      ['GROSS', 'user_pending:1', 10_000],
      ['FEE', 'user_pending:1', -99],
      ['FEE', 'platform_fees', 99],
      ['SHARE_GIVEN', 'user_pending:1', -1_980],
      ['SHARE_RECEIVED', 'user_pending:2', 1_980],
      ['SHARE_GIVEN', 'user_pending:1', -1_000],
      ['SHARE_RECEIVED', 'user_pending:3', 1_000],
      ['RESERVE', 'user_pending:1', -495],
      ['RESERVE', 'user_reserve:1', 495],
    ]);
  });

  it('keeps a card payment pending until the acquirer has paid', () => {
    const booking = bookChargePaid({ ...pixCharge, paymentMethod: 'CREDIT_CARD' }, schedule, ids, now);

    expect(balancesAfter(booking)).toMatchObject({ 'provider_clearing:CREDIT_CARD': -10_000, 'user_pending:1': 6_921 });
    expect(booking.transactions.map(({ kind }) => kind)).toEqual(['CHARGE_PAID']);
    expect(booking.shares.map(({ releaseAt }) => releaseAt)).toEqual(Array(3).fill('2026-01-31T00:00:00.000Z'));
  });

  it('holds the reserve back from the owner alone', () => {
    const charge: PaidCharge = { ...pixCharge, paymentMethod: 'INTERNATIONAL', disputeReserveMinor: 495 };
    const booking = bookChargePaid(charge, schedule, ids, now);

    expect(balancesAfter(booking)).toMatchObject({
      'user_pending:1': 6_426,
      'user_reserve:1': 495,
      'user_pending:2': 1_980,
    });
    expect(booking.shares.map(({ reserveMinor }) => reserveMinor)).toEqual([495, 0, 0]);
  });

  it('releases money that came due while the event was on its way', () => {
    const charge: PaidCharge = { ...pixCharge, paymentMethod: 'CREDIT_CARD', installments: 2 };
    const booking = bookChargePaid(charge, schedule, ids, '2026-02-15T00:00:00.000Z');

    expect(booking.releasedNow.map(({ installment }) => installment)).toEqual([1, 1, 1]);
    expect(booking.releasedLater.map(({ installment }) => installment)).toEqual([2, 2, 2]);
  });

  it.each<[string, Partial<PaidCharge>, string]>([
    ['the net amount is not gross less fee', { netAmountMinor: 9_902 }, 'ledger.parts_do_not_add_up'],
    ['a share is a centavo short', { shares: [share(1, 9_900, true)] }, 'ledger.parts_do_not_add_up'],
    [
      'the parts of a share are a centavo short',
      { shares: [{ ...share(1, 9_901, true), parts: [{ kind: 'REMAINDER', amountMinor: 9_900 }] }] },
      'ledger.parts_do_not_add_up',
    ],
    ['nobody owns it', { shares: [share(1, 9_901)] }, 'ledger.owner_missing'],
    ['two own it', { shares: [share(1, 9_900, true), share(2, 1, true)] }, 'ledger.owner_missing'],
    ['a user is named twice', { shares: [share(1, 9_900, true), share(1, 1)] }, 'ledger.user_twice'],
    ['the reserve exceeds the owner’s share', { disputeReserveMinor: 6_922 }, 'ledger.reserve_exceeds_share'],
    ['a share is negative', { shares: [share(1, 9_902, true), share(2, -1)] }, 'ledger.amount_invalid'],
  ])('refuses an event in which %s', (_what, change, code) => {
    expect(codeOf({ ...pixCharge, ...change })).toBe(code);
  });
});

/** Any charge the charge service could have paid: parts that add up, an owner, a reserve within its share. */
const anyCharge = fc
  .record({
    parts: fc.array(fc.nat({ max: 10_000_000 }), { minLength: 1, maxLength: 8 }),
    feeAmountMinor: fc.nat({ max: 100_000 }),
    reservePercent: fc.nat({ max: 100 }),
    paymentMethod: fc.constantFrom('PIX' as const, 'CREDIT_CARD' as const, 'INTERNATIONAL' as const),
    installments: fc.integer({ min: 1, max: 12 }),
    minutesLate: fc.nat({ max: 1_000_000 }),
  })
  .filter(({ parts, feeAmountMinor }) => feeAmountMinor + parts.reduce((sum, part) => sum + part, 0) > 0)
  .map(({ parts, feeAmountMinor, reservePercent, minutesLate, ...rest }) => {
    const netAmountMinor = parts.reduce((sum, part) => sum + part, 0);
    const charge: PaidCharge = {
      ...pixCharge,
      ...rest,
      feeAmountMinor,
      netAmountMinor,
      grossAmountMinor: netAmountMinor + feeAmountMinor,
      disputeReserveMinor: Math.floor(((parts[0] ?? 0) * reservePercent) / 100),
      shares: parts.map((amountMinor, index) => share(index + 1, amountMinor, index === 0)),
    };
    return { charge, now: new Date(Date.parse(charge.paidAt) + minutesLate * 60_000).toISOString() };
  });

describe('booking any charge', () => {
  it('makes no money and loses none', () => {
    fc.assert(
      fc.property(anyCharge, ({ charge, now: bookedAt }) => {
        const balances = balancesAfter(bookChargePaid(charge, schedule, ids, bookedAt));

        expect(Object.values(balances).reduce((sum, balance) => sum + balance, 0)).toBe(0);
        expect(balances[`provider_clearing:${charge.paymentMethod}`]).toBe(-charge.grossAmountMinor);
        expect(balances['platform_fees'] ?? 0).toBe(charge.feeAmountMinor);
      }),
    );
  });

  it('gives every user exactly their share, now or later, and never takes an account below zero', () => {
    fc.assert(
      fc.property(anyCharge, ({ charge, now: bookedAt }) => {
        const booking = bookChargePaid(charge, schedule, ids, bookedAt);
        const balances = balancesAfter(booking);

        for (const { userId, amountMinor } of charge.shares) {
          const held = ['user_pending', 'user_available', 'user_reserve'].map(
            (kind) => balances[`${kind}:${userId}`] ?? 0,
          );
          expect(Math.min(...held)).toBeGreaterThanOrEqual(0);
          expect(held.reduce((sum, part) => sum + part, 0)).toBe(amountMinor);
        }
      }),
    );
  });

  it('plans to release all that is held, once', () => {
    fc.assert(
      fc.property(anyCharge, ({ charge, now: bookedAt }) => {
        const { releasedNow, releasedLater } = bookChargePaid(charge, schedule, ids, bookedAt);
        const planned = [...releasedNow, ...releasedLater];

        expect(planned.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(charge.netAmountMinor);
        const keys = planned.map((r) => `${r.userId} ${r.source} ${r.installment}`);
        expect(new Set(keys).size).toBe(planned.length);
      }),
    );
  });
});
