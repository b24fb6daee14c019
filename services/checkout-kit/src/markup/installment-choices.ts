import { formatMinor } from '@repasse/chassis/money';
import { installmentsOf, type Installment } from '../both-sides/installments.ts';
import { filled } from '../both-sides/texts.ts';
import { html, type Markup } from './html.ts';
import type { Look } from './look.ts';

/** What is paid in parts. */
export interface Partable {
  readonly amountMinor: number;
  readonly currency: string;
  /** In how many parts at most. */
  readonly installmentsMax: number;
}

/** Every way to pay in parts, with its amounts, as options of a list. */
export const installmentChoices = (
  look: Look,
  { amountMinor, currency, installmentsMax }: Partable,
): readonly Markup[] =>
  installmentsOf(amountMinor, installmentsMax).map(
    (installment) =>
      html`<option value="${installment.count}">${installmentText(look, installment, currency)}</option>`,
  );

const installmentText = ({ texts: { card }, money }: Look, installment: Installment, currency: string): string => {
  const amountOf = (minor: number): string => money(formatMinor(minor), currency);
  const { count, firstAmountMinor, amountMinor } = installment;
  const values = { count: String(count), first: amountOf(firstAmountMinor), amount: amountOf(amountMinor) };
  if (count === 1) return filled(card.once, values);
  return filled(firstAmountMinor === amountMinor ? card.parts : card.firstPart, values);
};
