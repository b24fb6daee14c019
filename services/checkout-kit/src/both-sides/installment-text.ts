import { type Installment } from './installments.ts';
import { amountOfMinor } from './minor-units.ts';
import { type Texts } from './text-shape.ts';
import { filled } from './texts.ts';

/** As much of how a page speaks as amounts need. */
export interface Speech {
  readonly texts: Texts;
  readonly money: (amount: string, currency: string) => string;
}

/** One way to pay in parts, with its amounts: 3x de R$ 30,00 sem juros. */
export const installmentText = (
  { texts: { card }, money }: Speech,
  installment: Installment,
  currency: string,
): string => {
  const text = (minor: number): string => money(amountOfMinor(minor), currency);
  const { count, firstAmountMinor, amountMinor } = installment;
  const values = { count: String(count), first: text(firstAmountMinor), amount: text(amountMinor) };
  if (count === 1) return filled(card.once, values);
  return filled(firstAmountMinor === amountMinor ? card.parts : card.firstPart, values);
};
