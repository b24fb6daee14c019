import { assertNever } from '@repasse/chassis/decider';
import { type Receipt } from '../../payments/domain/payment';
import { type Found, type InspectedStatus } from '../provider';
import { disputeOf } from './chargebacks';
import { type Sale } from './sale';

/** A sale's money. A later refund does not unmake its receipt. */
export const receiptsIn = (sale: Sale, now: string): readonly Receipt[] =>
  sale.status === 'captured'
    ? [{ providerReference: sale.saleId, amountMinor: sale.capturedMinor, receivedAt: sale.capturedAt ?? now }]
    : [];

/** The standing of a payment by its sales, of which there is one as a rule: the best of them counts. */
export const standingOf = (sales: readonly Sale[], now: string): Found => {
  const [best] = sales.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (best === undefined) throw new Error('A payment without sales stands nowhere.');
  return {
    outcome: 'found',
    status: statusOf(best),
    receipts: sales.flatMap((sale) => receiptsIn(sale, now)),
    providerReference: best.saleId,
    declineCode: best.decline?.declineCode,
    isRetryable: best.decline?.isRetryable,
    detail: detailOf(best),
    disputes: sales.flatMap(({ saleId, chargebacks }) => chargebacks.map((each) => disputeOf(each, saleId, now))),
  };
};

const statusOf = ({ status, decline }: Sale): InspectedStatus => {
  switch (status) {
    case 'captured':
      return 'received';
    // Not 'pending', which would let the payer pay again: a card was sent, and the acquirer has yet to decide.
    case 'authorized':
    case 'pending':
      return 'confirming';
    case 'denied':
      return 'declined';
    case 'aborted':
      return decline === undefined ? 'failed' : 'declined';
    case 'voided':
      return 'removed';
    default:
      return assertNever(status);
  }
};

export const detailOf = ({ status, decline }: Sale): string =>
  decline === undefined ? `The sale is ${status}.` : `The sale is ${status} with code ${decline.returnCode}.`;

const ranks: readonly Sale['status'][] = ['captured', 'authorized', 'pending', 'denied', 'aborted', 'voided'];
const rankOf = ({ status }: Sale): number => ranks.indexOf(status);
