import { type Operation } from '@repasse/chassis/http/app';
import { type FreshReads } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Ids } from '@repasse/chassis/ids';
import { parseDecimal, sumMinor } from '@repasse/chassis/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { previewRefund } from '../store/preview-refund';
import { readReversals, type StoredReversal } from '../store/read-reversals';
import { type StoredSettlement } from '../store/read-settlement';
import { callerOf } from './caller';
import { takenView } from './reversal-views';
import { settlementSeenBy } from './settlement-seen';
import { amountTextIn } from './wire/amount-text';

type PreviewQuery = { readonly amount: string };

/**
 * GET /settlements/{chargeId}/refund-preview: the amounts a refund would take from each user. Writes and calls nothing.
 */
export const previewRefundOperation = (
  db: Database,
  ids: Ids,
  reads: FreshReads,
): Operation<unknown, PreviewQuery> => ({
  check: ({ query }, faulty) =>
    faulty.has('amount') || minorOf(query.amount) > 0 ? [] : [{ field: 'amount', message: 'must be above 0.00.' }],
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const settlement = await settlementSeenBy({ db, reads }, callerOf(request), chargeId);
    const amountMinor = minorOf(request.query.amount);
    const refundableMinor = refundableOf(settlement, await readReversals(db, chargeId));
    const text = amountTextIn(settlement.currency);
    if (amountMinor > refundableMinor) throw exceedsPaid(text(refundableMinor));
    const takings = await previewRefund(db, ids, settlement, amountMinor);
    return {
      status: 200,
      body: {
        chargeId,
        amount: text(amountMinor),
        refundable: text(refundableMinor),
        currency: settlement.currency,
        debt: text(sumMinor(takings.map(({ fromDebtMinor }) => fromDebtMinor))),
        shares: takings.map((taking) => takenView(taking, text)),
      },
    };
  },
});

const refundableOf = ({ grossMinor }: StoredSettlement, reversals: readonly StoredReversal[]): number => {
  const refunds = reversals.filter(({ kind }) => kind === 'REFUND');
  return Math.max(0, grossMinor - sumMinor(refunds.map(({ amountMinor }) => amountMinor)));
};

const exceedsPaid = (refundable: string): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'refund.exceeds_paid',
    detail: `At most ${refundable} of this charge can still go back.`,
    extra: { refundable, retryable: false },
  });

/** The description lets nothing else through. */
const minorOf = (amount: string): number => {
  const amountMinor = parseDecimal(amount, 2);
  if (amountMinor === undefined) throw new Error('An amount passed its schema and cannot be read.');
  return amountMinor;
};
