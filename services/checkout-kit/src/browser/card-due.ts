import { installmentsOf } from '../both-sides/installments.ts';
import { installmentText } from '../both-sides/installment-text.ts';
import { minorOf } from '../both-sides/minor-units.ts';
import { filled } from '../both-sides/texts.ts';
import { byId, isBusy } from './dom.ts';
import { type Voice } from './page.ts';

export interface Due {
  readonly amount: string;
  readonly currency: string;
  /** In how many parts at most. */
  readonly installmentsMax: number;
}

/** Writes the form's amounts anew. What was chosen stays chosen, as long as it is a choice. */
export const showDue = (page: Voice, due: Due, button: HTMLButtonElement): void => {
  const label = filled(page.texts.card.pay, { amount: page.money(due.amount, due.currency) });
  if (isBusy(button) || button.textContent.trim() === label) return;
  button.textContent = label;
  const list = byId('card-installments', HTMLSelectElement);
  const chosen = list.value;
  const choices = installmentsOf(minorOf(due.amount), due.installmentsMax);
  list.replaceChildren(
    ...choices.map((each) => new Option(installmentText(page, each, due.currency), String(each.count))),
  );
  list.value = choices.some(({ count }) => String(count) === chosen) ? chosen : '1';
};
