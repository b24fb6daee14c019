import fc from 'fast-check';
import { signedMinor } from './ledger';
import { receiveStandalone, refundStandalone, standaloneFee, type StandaloneMovement } from './standalone';

const pix = { percentBps: 99, minMinor: 29, maxMinor: 199 };
const crypto = { percentBps: 150, minMinor: null, maxMinor: null };

const movement = (amountMinor: number): StandaloneMovement => ({
  transactionId: 'txn_1',
  userId: 1_001,
  paymentMethod: 'PIX',
  amountMinor,
  currency: 'BRL',
  occurredAt: '2026-01-01T12:00:00.000Z',
});

const linesOf = ({ postings }: ReturnType<typeof receiveStandalone>) =>
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
  ])('by %j of %i is %i', (rule, grossMinor, feeMinor) => expect(standaloneFee(grossMinor, rule)).toBe(feeMinor));

  it('is never below nothing or above what came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), fc.constantFrom(pix, crypto), (grossMinor, rule) => {
        const feeMinor = standaloneFee(grossMinor, rule);
        expect(feeMinor >= 0 && feeMinor <= grossMinor).toBe(true);
      }),
    );
  });
});

describe('a payment without a charge', () => {
  it('is its merchant’s at once, but for the fee', () => {
    expect(linesOf(receiveStandalone(movement(10_000), 99))).toEqual({
      provider_clearing: -10_000,
      platform_fees: 99,
      user_available: 9_901,
    });
  });

  it('may be no more than its fee', () => {
    expect(linesOf(receiveStandalone(movement(20), 20))).toEqual({ provider_clearing: -20, platform_fees: 20 });
  });

  it('goes back from its merchant, fee included, and what is not there is owed', () => {
    const holding = { userId: 1_001, availableMinor: 9_901, planned: [] };
    const { taking, transaction } = refundStandalone(movement(10_000), holding);

    expect(linesOf(transaction)).toEqual({ provider_clearing: 10_000, user_available: -9_901, user_debt: -99 });
    expect(taking).toMatchObject({ fromAvailableMinor: 9_901, fromDebtMinor: 99 });
  });
});
