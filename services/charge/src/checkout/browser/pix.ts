import { problemText } from '@repasse/checkout-kit/both-sides/problem-text';
import { byId, isBusy, setBusy, showText } from '@repasse/checkout-kit/browser/dom';
import { createPixCode } from '@repasse/checkout-kit/browser/pix-code';
import { pixStanding } from '../both-sides/standing.ts';
import { type Page, type Part } from './charge-page.ts';

/** The code, and the buttons that ask for one. */
export const createPix = (page: Page): Part => {
  const panel = byId('panel-PIX', HTMLElement);
  for (const button of panel.querySelectorAll<HTMLButtonElement>('[data-action="create-pix"]')) {
    button.addEventListener('click', () => void askForCode(page, button));
  }
  return createPixCode(page, { codeOf: ({ pix }) => pix, standingOf: pixStanding });
};

const askForCode = async (page: Page, button: HTMLButtonElement): Promise<void> => {
  if (isBusy(button)) return;
  const label = button.textContent;
  const problem = byId('pix-problem', HTMLElement);
  showText(problem, null);
  setBusy(button, true, page.texts.pix.creating);
  const answer = await page.api.createAttempt({ paymentMethod: 'PIX' });
  setBusy(button, false, label);
  if (answer.isOk) page.apply(answer.body);
  else {
    showText(problem, problemText(page.texts, answer.problem));
    await page.refresh();
  }
};
