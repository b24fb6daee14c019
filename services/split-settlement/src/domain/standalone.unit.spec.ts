import fc from 'fast-check';
import { signedMinor, type LedgerTransaction } from './ledger';
import { receiveStandalone, refundStandalone, standaloneFee, type StandaloneMovement } from './standalone';

const pix = { percentBps: 99, fixedMinor: 0, minMinor: 29, maxMinor: 199 };
const crypto = { percentBps: 150, fixedMinor: 0, minMinor: null, maxMinor: null };
const card = { percentBps: 399, fixedMinor: 39, minMinor: null, maxMinor: null };

const movement = (amountMinor: number): StandaloneMovement => ({
  transactionId: 'txn_1',
  userId: 1_001,
  paymentMethod: 'PIX',
  amountMinor,
  currency: 'BRL',
  occurredAt: '2026-01-01T12:00:00.000Z',
});

const atOnce = { firstDays: 0, perInstallmentDays: 0, reserveDays: 120, installments: 1 };
const byCard = (installments: number) => ({ ...atOnce, firstDays: 30, perInstallmentDays: 30, installments });

const linesOf = ({ postings }: LedgerTransaction) =>
  Object.fromEntries(postings.map((posting) => [posting.account.kind, signedMinor(posting)]));

describe('the fee of a payment without a charge', () => {
  it.each([
    [pix, 10_000, 99],
    [pix, 10_050, 99],
    [pix, 10_051, 100],
    [pix, 1_000, 29],
    [pix, 1_000_000, 199],
    [pix, 20, 20],
    [crypto, 10_000, 150],
    [crypto, 1, 0],
    [card, 10_000, 438],
    [card, 100, 43],
    [card, 20, 20],
  ])('by %j of %i is %i', (rule, grossMinor, feeMinor) => expect(standaloneFee(grossMinor, rule)).toBe(feeMinor));

  it('is never below nothing or above what came', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.constantFrom(pix, crypto, card),
        (grossMinor, rule) => {
          const feeMinor = standaloneFee(grossMinor, rule);
          expect(feeMinor >= 0 && feeMinor <= grossMinor).toBe(true);
        },
      ),
    );
  });
});

describe('a payment without a charge', () => {
  it('is its merchant’s at once, but for the fee', () => {
    const { transaction, releases } = receiveStandalone(movement(10_000), 99, atOnce);

    expect(linesOf(transaction)).toEqual({ provider_clearing: -10_000, platform_fees: 99, user_available: 9_901 });
    expect(releases).toEqual([]);
  });

  it('by card waits, and comes with each instalment', () => {
    const { transaction, releases } = receiveStandalone(movement(10_000), 488, byCard(3));

    expect(linesOf(transaction)).toEqual({ provider_clearing: -10_000, platform_fees: 488, user_pending: 9_512 });
    expect(releases).toMatchObject([
      { settlementId: 'txn_1', installment: 1, amountMinor: 3_172, dueAt: '2026-01-31T12:00:00.000Z' },
      { settlementId: 'txn_1', installment: 2, amountMinor: 3_170, dueAt: '2026-03-02T12:00:00.000Z' },
      { settlementId: 'txn_1', installment: 3, amountMinor: 3_170, dueAt: '2026-04-01T12:00:00.000Z' },
    ]);
  });

  it('plans to release exactly what waits, however it is divided', () => {
    const parts = fc.record({
      grossMinor: fc.integer({ min: 1, max: 999_999_999_999 }),
      installments: fc.integer({ min: 1, max: 12 }),
      rule: fc.constantFrom(pix, crypto, card),
    });
    fc.assert(
      fc.property(parts, ({ grossMinor, installments, rule }) => {
        const feeMinor = standaloneFee(grossMinor, rule);
        const { transaction, releases } = receiveStandalone(movement(grossMinor), feeMinor, byCard(installments));
        const waitingMinor = releases.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        expect(waitingMinor).toBe(linesOf(transaction)['user_pending'] ?? 0);
        expect(waitingMinor + feeMinor).toBe(grossMinor);
      }),
    );
  });

  it('may be no more than its fee', () => {
    expect(linesOf(receiveStandalone(movement(20), 20, atOnce).transaction)).toEqual({
      provider_clearing: -20,
      platform_fees: 20,
    });
  });

  it('goes back from its merchant, fee included, and what is not there is owed', () => {
    const holding = { userId: 1_001, availableMinor: 9_901, planned: [] };
    const { taking, transaction } = refundStandalone(movement(10_000), holding);

    expect(linesOf(transaction)).toEqual({ provider_clearing: 10_000, user_available: -9_901, user_debt: -99 });
    expect(taking).toMatchObject({ fromAvailableMinor: 9_901, fromDebtMinor: 99 });
  });
});
