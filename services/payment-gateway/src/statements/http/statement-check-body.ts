import { type ListedCheck, type ListedDifference } from '../store/list-statement-checks';

/** A statement check as staff see it. */
export const statementCheckBody = ({ checkId, day, dueAt, differences, ...check }: ListedCheck): object => ({
  id: checkId,
  date: day,
  ...check,
  differences: differences.map(differenceBody),
  nextCheckAt: dueAt,
});

/** A difference as staff see it. */
export const differenceBody = (difference: ListedDifference): object => {
  const { differenceId, kind, status, providerReference, paymentId, invoiceId, receivedAt, foundAt } = difference;
  return {
    id: differenceId,
    kind,
    status,
    providerReference,
    paymentId,
    invoiceId,
    listed: amountBody(difference.listedAmount, difference.listedCurrency),
    recorded: amountBody(difference.recordedAmount, difference.recordedCurrency),
    receivedAt,
    foundAt,
    settlement: settlementBody(difference),
  };
};

const settlementBody = (difference: ListedDifference): object | null => {
  const { settlementNote: note, settledByUserId: userId, settledBy, settledAt } = difference;
  return note === null ? null : { note, userId, settledBy, settledAt };
};

const amountBody = (amount: string | null, currency: string | null): object | null =>
  amount === null ? null : { amount, currency };
