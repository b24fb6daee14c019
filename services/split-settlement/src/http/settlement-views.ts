import { assertNever } from '@repasse/chassis/decider';
import { explainFee, type FeeLimit } from '../domain/explain-settlement';
import { type StatedFee } from '../store/books/settlements';
import { type StoredSettlement } from '../store/read-settlement';
import { shareView } from './share-views';
import { type AmountText } from './wire/amount-text';
import { exactText, percentOf } from './wire/exact-text';

/** The settlement of a charge's payment, with the computation of each centavo. */
export const settlementView = (settlement: StoredSettlement, text: AmountText): object => ({
  id: settlement.settlementId,
  chargeId: settlement.chargeId,
  paymentId: settlement.paymentId,
  userId: settlement.userId,
  paymentMethod: settlement.paymentMethod,
  grossAmount: text(settlement.grossMinor),
  feeAmount: text(settlement.feeMinor),
  netAmount: text(settlement.netMinor),
  disputeReserve: text(settlement.reserveMinor),
  currency: settlement.currency,
  fees: settlement.fees.map((fee) => feeView(fee, settlement, text)),
  shares: settlement.shares.map((share) => shareView(share, settlement, text)),
  paidAt: settlement.paidAt,
  settledAt: settlement.settledAt,
});

const feeView = (fee: StatedFee, { grossMinor }: StoredSettlement, text: AmountText): object => {
  const calculation = explainFee(fee, grossMinor);
  const limitedBy = fee.limitedBy ?? null;
  return {
    code: fee.code,
    method: fee.method,
    percent: percentOf(fee.percentBps),
    fixed: text(fee.fixedMinor),
    limitedBy,
    amount: text(fee.amountMinor),
    calculation: {
      base: text(calculation.baseMinor),
      exact: exactText(calculation.exactTenThousandths),
      rounded: text(calculation.roundedMinor),
      calculated: text(calculation.calculatedMinor),
    },
    reason: feeReason(limitedBy),
  };
};

const feeReason = (limitedBy: FeeLimit | null): string => {
  const calculated =
    'The percentage of the gross amount, rounded to the nearest centavo with halves up, and the fixed part';
  switch (limitedBy) {
    case null:
      return `${calculated}.`;
    case 'MINIMUM':
      return `${calculated} come to less than the least this fee may be, which is taken instead.`;
    case 'MAXIMUM':
      return `${calculated} come to more than the most this fee may be, which is taken instead.`;
    case 'GROSS_AMOUNT':
      return `${calculated} come to more than was paid, and no fee takes more than that.`;
    default:
      return assertNever(limitedBy);
  }
};
