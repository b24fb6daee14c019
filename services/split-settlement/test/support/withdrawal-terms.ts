import { emptyPolicy, type PayoutPolicy } from '../../src/domain/payout-policy';
import { type PayoutStanding } from '../../src/domain/payout-standing';
import { type WithdrawalTerms } from '../../src/domain/withdrawal-terms';

/** 50.00 of user 7 to an address for coins, without a fee. */
export const coinTerms = (change: Partial<WithdrawalTerms> = {}): WithdrawalTerms => {
  const { amountMinor = 5_000 } = change;
  return {
    withdrawalId: 'wd_1',
    userId: 7,
    amountMinor,
    currency: 'BRL',
    rail: 'CRYPTO',
    destinationId: null,
    payCurrency: 'USDTBSC',
    payAddress: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f',
    memo: null,
    externalReference: null,
    payoutMinor: amountMinor,
    feeMinor: 0,
    feeUserId: null,
    managerUserId: null,
    batchId: null,
    requestedBy: 'key-of-one',
    ...change,
  };
};

/** A user without a legal side who has 50.00 and no limits. */
export const standingWith = (
  change: Partial<PayoutStanding> = {},
  policy: Partial<PayoutPolicy> = {},
): PayoutStanding => ({
  isSuspended: false,
  payee: null,
  destination: null,
  availableMinor: 5_000,
  withheldMinor: 0,
  withheldReasons: [],
  dayMinor: 0,
  toDestinationMinor: 0,
  managerFundsMinor: 0,
  policy: { ...emptyPolicy, ...policy },
  ...change,
});
