import { installmentMinorMin } from '@repasse/checkout-kit/both-sides/installments';
import { formatMinor } from '@repasse/values/money';
import { refusalOf, type NamedFault } from './refusal';

/** The merchant says how many there may be at most, and acquirers how small each may be. */
export const refuseInstallments = (amountMinor: number, countMax: number, count: number): void => {
  const fault = faultOf(amountMinor, countMax, count);
  if (fault) throw refusalOf([{ field: 'installments', ...fault }]);
};

const faultOf = (amountMinor: number, countMax: number, count: number): Omit<NamedFault, 'field'> | undefined => {
  if (count > countMax) return { message: `must be at most ${countMax}.` };
  if (count === 1 || Math.floor(amountMinor / count) >= installmentMinorMin) return undefined;
  const message = `must be fewer: each is at least ${formatMinor(installmentMinorMin)}, of ${formatMinor(amountMinor)} in all.`;
  return { message, code: 'charge.installment_too_small' };
};
