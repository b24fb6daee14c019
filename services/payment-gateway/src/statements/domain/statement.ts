/** A stretch of time; `to` is the first moment after it. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const isIn = ({ from, to }: Period, time: string): boolean => from <= time && time < to;

/** An amount as it is shown: decimal text, because coins have more decimals than any currency. */
interface ReceivedAmount {
  readonly amount: string;
  readonly currency: string;
}

/** Money that a provider says it has received. */
export interface StatementEntry extends ReceivedAmount {
  /** The receipt in the provider's own words, as it is recorded here. */
  readonly providerReference: string;
  /** The payment of ours it belongs to; null when it belongs to none. Then the amount is the provider's. */
  readonly paymentId: string | null;
  readonly receivedAt: string;
  /** All of it was refunded since, so it is no difference when we have no receipt of it. */
  readonly isGone: boolean;
}

/** Money that we have recorded. */
export interface RecordedReceipt extends ReceivedAmount {
  readonly providerReference: string;
  readonly paymentId: string;
  readonly receivedAt: string;
}

/**
 * `MISSING_HERE`: money for a payment of ours that is not recorded. `UNKNOWN_PAYMENT`: money for nothing we know.
 * `MISSING_THERE`: a receipt of which the provider says nothing. `AMOUNT_DIFFERS`: both have it, for different amounts.
 */
export const differenceKinds = ['MISSING_HERE', 'UNKNOWN_PAYMENT', 'MISSING_THERE', 'AMOUNT_DIFFERS'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  readonly providerReference: string;
  readonly paymentId: string | null;
  /** The provider's amount; null when it lists none. */
  readonly listed: ReceivedAmount | null;
  /** Our amount; null when none is recorded. */
  readonly recorded: ReceivedAmount | null;
  readonly receivedAt: string;
}

interface Statement {
  readonly period: Period;
  /**
   * All entries of the provider in the period. Entries outside of it only prove that a receipt exists: some lists go by
   * other times than that of the money, so more than the period is requested.
   */
  readonly listed: readonly StatementEntry[];
  /** All receipts of the period, and those of `listed` at any time. */
  readonly recorded: readonly RecordedReceipt[];
}

/** Where a provider's statement and our records differ, each receipt once, oldest first. */
export const differencesBetween = ({ period, listed, recorded }: Statement): readonly Difference[] => {
  const ours = new Map(recorded.map((receipt) => [receipt.providerReference, receipt]));
  // Pages may overlap while a list grows, and the same receipt is then listed twice.
  const theirs = new Map(listed.map((entry) => [entry.providerReference, entry]));
  const there = [...theirs.values()]
    .filter(({ receivedAt }) => isIn(period, receivedAt))
    .flatMap((entry) => differenceOf(entry, ours.get(entry.providerReference)));
  const onlyHere = [...ours.values()].filter((receipt) => !theirs.has(receipt.providerReference)).map(missingThere);
  return [...there, ...onlyHere].sort(byTime);
};

const differenceOf = (entry: StatementEntry, receipt: RecordedReceipt | undefined): readonly Difference[] => {
  const { providerReference, paymentId, receivedAt } = entry;
  const base = { providerReference, receivedAt, listed: receivedAmount(entry) };
  if (receipt !== undefined) {
    const isSame = receipt.amount === entry.amount && receipt.currency === entry.currency;
    const of = { paymentId: receipt.paymentId, recorded: receivedAmount(receipt) };
    return isSame ? [] : [{ kind: 'AMOUNT_DIFFERS', ...base, ...of }];
  }
  if (entry.isGone) return [];
  const kind = paymentId === null ? 'UNKNOWN_PAYMENT' : 'MISSING_HERE';
  return [{ kind, ...base, paymentId, recorded: null }];
};

const missingThere = ({ providerReference, paymentId, receivedAt, ...receipt }: RecordedReceipt): Difference => ({
  kind: 'MISSING_THERE',
  providerReference,
  paymentId,
  listed: null,
  recorded: receivedAmount(receipt),
  receivedAt,
});

const receivedAmount = ({ amount, currency }: ReceivedAmount): ReceivedAmount => ({ amount, currency });

const byTime = (one: Difference, other: Difference): number =>
  compared(one.receivedAt, other.receivedAt) || compared(one.providerReference, other.providerReference);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
