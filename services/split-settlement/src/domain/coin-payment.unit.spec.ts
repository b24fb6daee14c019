import fc from 'fast-check';
import { coinFee, receiveCoins, refundCoins, type CoinMovement } from './coin-payment';
import { repayDebts } from './debt';
import { signedMinor, type LedgerTransaction } from './ledger';

const movement = (amountMinor: number): CoinMovement => ({
  transactionId: 'txn_1',
  userId: 1_001,
  paymentMethod: 'CRYPTO',
  amountMinor,
  currency: 'USD',
  occurredAt: '2026-01-01T12:00:00.000Z',
});

const linesOf = ({ postings }: LedgerTransaction) =>
  Object.fromEntries(postings.map((posting) => [`${posting.account.kind} ${posting.kind}`, signedMinor(posting)]));

describe('the fee of a payment in coins', () => {
  it.each([
    [10_000, 150],
    [33, 0],
    [34, 1],
    [1, 0],
  ])('of %i is %i', (grossMinor, feeMinor) => expect(coinFee(grossMinor, 150)).toBe(feeMinor));

  it('is never below nothing or above what came', () => {
    const amounts = fc.integer({ min: 1, max: 999_999_999_999 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (grossMinor, percentBps) => {
        const feeMinor = coinFee(grossMinor, percentBps);
        expect(feeMinor >= 0 && feeMinor <= grossMinor).toBe(true);
      }),
    );
  });
});

describe('a payment in coins', () => {
  it('is its merchant’s at once, and the fee is taken from it', () => {
    expect(linesOf(receiveCoins(movement(10_000), 150))).toEqual({
      'provider_clearing GROSS': -10_000,
      'user_available GROSS': 10_000,
      'user_available FEE': -150,
      'platform_fees FEE': 150,
    });
  });

  it('repays a debt with what the fee leaves of it', () => {
    const transaction = receiveCoins(movement(10_000), 150);
    const debts = [{ userId: 1_001, currency: 'USD', owedMinor: 50_000 }];
    const [repayment] = repayDebts([{ transaction, repaymentId: 'txn_2' }], debts);

    expect(repayment?.postings.map(signedMinor)).toEqual([-9_850, 9_850]);
  });

  it('goes back from its merchant, fee included, and what is not there is owed', () => {
    const holding = { userId: 1_001, availableMinor: 9_850, settlementId: null, planned: [] };
    const { taking, transaction } = refundCoins(movement(10_000), holding);

    expect(linesOf(transaction)).toEqual({
      'provider_clearing REFUND': 10_000,
      'user_available REFUND': -9_850,
      'user_debt REFUND': -150,
    });
    expect(taking).toMatchObject({ fromAvailableMinor: 9_850, fromDebtMinor: 150 });
  });
});
