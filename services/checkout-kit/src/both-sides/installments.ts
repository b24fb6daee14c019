export interface Installment {
  readonly count: number;
  /** The first carries the cents that do not divide. */
  readonly firstAmountMinor: number;
  readonly amountMinor: number;
}

/** Acquirers refuse installments under R$ 5.00. */
export const installmentMinorMin = 500;

/** The ways to pay an amount in up to `countMax` parts, without interest: the payer never pays more than the amount. */
export const installmentsOf = (amountMinor: number, countMax: number): readonly Installment[] =>
  Array.from({ length: countMax }, (_, index) => installment(amountMinor, index + 1)).filter(
    ({ count, amountMinor: each }) => count === 1 || each >= installmentMinorMin,
  );

const installment = (amountMinor: number, count: number): Installment => {
  const each = Math.floor(amountMinor / count);
  return { count, firstAmountMinor: amountMinor - each * (count - 1), amountMinor: each };
};
