import { formatMinor } from '@repasse/chassis/money';
import { installmentsOf, type Installment } from '../both-sides/installments';
import { filled } from '../both-sides/texts';
import { html, type Markup } from './html';
import type { PageModel } from './page-model';

/** Every way to pay in parts, with its amounts, as options of a list. */
export const installmentChoices = (model: PageModel): readonly Markup[] =>
  installmentsOf(model.dueMinor).map(
    (installment) => html`<option value="${installment.count}">${installmentText(installment, model)}</option>`,
  );

const installmentText = (installment: Installment, { texts: { card }, state, money }: PageModel): string => {
  const amountOf = (minor: number): string => money(formatMinor(minor), state.currency);
  const { count, firstAmountMinor, amountMinor } = installment;
  const values = { count: String(count), first: amountOf(firstAmountMinor), amount: amountOf(amountMinor) };
  if (count === 1) return filled(card.once, values);
  return filled(firstAmountMinor === amountMinor ? card.parts : card.firstPart, values);
};
