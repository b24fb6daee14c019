import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Ids } from '@repasse/chassis/ids';
import { parseDecimal, sumMinor } from '@repasse/values/money';
import { partsOfRefund, previewRefund } from '../store/preview-refund';
import { readRefundable, type Refundable } from '../store/read-refundable';
import { callerOf } from '@repasse/chassis/auth/caller';
import { takenView } from './reversal-views';
import { settlementSeenBy, type SettlementReading } from './settlement-seen';
import { amountTextIn, type AmountText } from './wire/amount-text';

/**
 * GET /settlements/{chargeId}/refund-preview: the amounts a refund would take from each user. Writes and calls nothing.
 */
export const previewRefundOperation = (
  reading: SettlementReading,
  ids: Ids,
  clock: Clock,
): Operation<unknown, { readonly amount: string }> => ({
  check: ({ query }, faulty) =>
    faulty.has('amount') || minorOf(query.amount) > 0 ? [] : [{ field: 'amount', message: 'must be above 0.00.' }],
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const { db } = reading;
    const { settlement, isSeen } = await settlementSeenBy(reading, callerOf(request), chargeId);
    const amountMinor = minorOf(request.query.amount);
    const refundable = await readRefundable(db, settlement, toIso(clock.now()));
    const { leftMinor } = refundable;
    const text = amountTextIn(settlement.currency);
    if (amountMinor > leftMinor) throw refused(refundable, text);
    const takings = await previewRefund(db, ids, settlement, partsOfRefund(refundable, amountMinor));
    return {
      status: 200,
      body: {
        chargeId,
        amount: text(amountMinor),
        refundable: text(leftMinor),
        currency: settlement.currency,
        debt: text(sumMinor(takings.filter(isSeen).map(({ fromDebtMinor }) => fromDebtMinor))),
        shares: takings.filter(isSeen).map((taking) => takenView(taking, text)),
      },
    };
  },
});

const refused = ({ leftMinor, disputedMinor }: Refundable, text: AmountText): ProblemError => {
  const refundable = text(leftMinor);
  if (disputedMinor > 0) {
    return new ProblemError({
      status: 409,
      code: 'refund.payment_disputed',
      detail: `${text(disputedMinor)} of this charge is disputed, so at most ${refundable} can go back now.`,
      extra: { refundable, disputed: text(disputedMinor), retryable: false },
    });
  }
  return new ProblemError({
    status: 409,
    code: 'refund.exceeds_paid',
    detail: `At most ${refundable} of this charge can still go back.`,
    extra: { refundable, retryable: false },
  });
};

/** The description lets nothing else through. */
const minorOf = (amount: string): number => {
  const amountMinor = parseDecimal(amount, 2);
  if (amountMinor === undefined) throw new Error('An amount passed its schema and cannot be read.');
  return amountMinor;
};
