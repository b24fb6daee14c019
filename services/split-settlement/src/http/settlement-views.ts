import { assertNever } from '@repasse/chassis/decider';
import { explainFee, explainShare, type FeeLimit } from '../domain/explain-settlement';
import { type StatedFee } from '../store/books/settlements';
import { type StoredSettlement, type StoredShare } from '../store/read-settlement';
import { type AmountText } from './wire/amount-text';

/** What was booked of a charge's payment, with how each centavo of it was computed. */
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

const basisPointsPerPercent = 100;

const feeView = (fee: StatedFee, { grossMinor }: StoredSettlement, text: AmountText): object => {
  const calculation = explainFee(fee, grossMinor);
  return {
    code: fee.code,
    method: fee.method,
    percent: fee.percentBps / basisPointsPerPercent,
    fixed: text(fee.fixedMinor),
    amount: text(fee.amountMinor),
    calculation: {
      base: text(calculation.baseMinor),
      exact: exactText(calculation.exactTenThousandths),
      rounded: text(calculation.roundedMinor),
      calculated: text(calculation.calculatedMinor),
      limit: calculation.limit,
    },
    reason: feeReason(calculation.limit),
  };
};

/** Six decimals say ten-thousandths of a centavo exactly. */
const exactText = (tenThousandths: bigint): string => {
  const digits = String(tenThousandths).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const feeReason = (limit: FeeLimit): string => {
  const calculated =
    'The percentage of the gross amount, rounded to the nearest centavo with halves up, and the fixed part';
  switch (limit) {
    case 'NONE':
      return `${calculated}.`;
    case 'MINIMUM':
      return `${calculated} come to less than the least this fee may be, which is taken instead.`;
    case 'MAXIMUM':
      return `${calculated} come to more than the most this fee may be, which is taken instead.`;
    case 'GROSS_AMOUNT':
      return `${calculated} come to more than was paid, and no fee takes more than that.`;
    default:
      return assertNever(limit);
  }
};

const shareView = (share: StoredShare, settlement: StoredSettlement, text: AmountText): object => {
  const { rule, baseMinor, steps } = explainShare(share, settlement);
  return {
    userId: share.userId,
    amount: text(share.amountMinor),
    reserve: text(share.reserveMinor),
    reducedBy: text(share.reducedByMinor),
    released: text(share.releasedMinor),
    isOwner: share.isOwner,
    releaseAt: share.releaseAt,
    calculation: {
      rule,
      base: text(baseMinor),
      steps: steps.map(({ kind, userId, amountMinor }) => ({ kind, userId, amount: text(amountMinor) })),
    },
    reason: reasonOf(share, text),
  };
};

const reasonOf = (share: StoredShare, text: AmountText): string => {
  if (share.isOwner) {
    const reserve = share.reserveMinor === 0 ? '' : `, of which ${text(share.reserveMinor)} is held back for disputes`;
    return `The owner gets what the fees and the other shares leave of the gross amount, every rounding included${reserve}.`;
  }
  return share.reducedByMinor === 0
    ? 'As the split of the charge says.'
    : `As the split of the charge says, less ${text(share.reducedByMinor)} because the net amount was used up.`;
};
