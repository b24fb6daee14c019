import { installmentsOf } from '../both-sides/installments.ts';
import { installmentText } from '../both-sides/installment-text.ts';
import { html, type Markup } from './html.ts';
import { type Look } from './look.ts';

/** An amount that can be paid in installments. */
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
