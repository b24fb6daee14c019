import { byId, isBusy, setBusy, showText } from '@repasse/checkout-kit/browser/dom';
import { areRight, inputOf, judgeFields } from '@repasse/checkout-kit/browser/fields';
import { problemText } from '@repasse/checkout-kit/both-sides/problem-text';
import { payerFaults, type PayerField, type TypedPayer } from '../both-sides/payer-faults.ts';
import { type Page, type Part } from './charge-page.ts';

const form = 'payer';
const fields: readonly PayerField[] = ['name', 'email', 'document'];

/** The payer gives their data before the code is shown. */
export const createPayer = (page: Page): Part => {
  const panel = byId('panel-payer', HTMLElement);
  const ways = byId('ways-to-pay', HTMLElement);
  const button = byId('payer-tell', HTMLButtonElement);
  judgeFields(judging(page));
  // Leaving a field may show a fault under it, which would move the button away from under the finger.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  byId('payer-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isBusy(button)) void send(page, button);
  });
  return {
    show: ({ isPayerNeeded }) => {
      panel.hidden = !isPayerNeeded;
      ways.hidden = isPayerNeeded;
    },
  };
};

const typedPayer = (): TypedPayer => ({
  name: inputOf(form, 'name').value.trim(),
  email: inputOf(form, 'email').value.trim(),
  document: inputOf(form, 'document').value.trim(),
});

const judging = ({ texts }: Page) => ({
  form,
  fields,
  faults: () => new Map([...payerFaults(typedPayer())].map(([field, fault]) => [field, texts.payer.faults[fault]])),
});

const send = async (page: Page, button: HTMLButtonElement): Promise<void> => {
  const problem = byId('payer-problem', HTMLElement);
  showText(problem, null);
  if (!areRight(judging(page))) return;

  setBusy(button, true, page.texts.payer.sending);
  const answer = await page.api.tellPayer(typedPayer());
  setBusy(button, false, page.texts.payer.submit);
  if (answer.isOk) page.apply(answer.body);
  else {
    showText(problem, problemText(page.texts, answer.problem));
    await page.refresh();
  }
};
