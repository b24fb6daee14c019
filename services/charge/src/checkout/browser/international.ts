import { type InternationalAttempt } from '../both-sides/checkout-state.ts';
import { rateText } from '@repasse/checkout-kit/both-sides/money-text';
import { problemText } from '@repasse/checkout-kit/both-sides/problem-text';
import { type Standing } from '@repasse/checkout-kit/both-sides/payable';
import { internationalStanding } from '../both-sides/standing.ts';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { clockText, secondsUntil } from '@repasse/checkout-kit/both-sides/time-left';
import { byId, isBusy, setBusy, showText } from '@repasse/checkout-kit/browser/dom';
import { showStanding } from '@repasse/checkout-kit/browser/standing';
import { type Page, type Part } from './charge-page.ts';
import { openPopup } from './revolut.ts';

export interface Sdk {
  readonly url: string;
  readonly payer: { readonly name: string | null; readonly email: string | null };
}

/** The quote, and the provider's form over the page. */
export const createInternational = (page: Page, sdk: Sdk): Part => {
  const panel = byId('panel-INTERNATIONAL', HTMLElement);
  const button = byId('international-pay', HTMLButtonElement);
  const countdown = byId('international-countdown', HTMLElement);
  byId('international-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void askForQuote(page);
  });
  button.addEventListener('click', () => void openForm(page, sdk, button));

  const stand = (): Standing => {
    const standing = internationalStanding(page.state(), page.nowMs());
    showStanding(page, panel, standing);
    return standing;
  };

  return {
    show: ({ international }, previous) => {
      if (international !== null) showQuote(page, international, button);
      const isNew = previous !== null && previous.international?.publicToken !== international?.publicToken;
      if (stand() === 'ready' && isNew && !panel.hidden) button.focus();
    },
    tick: (nowMs) => {
      const { international } = page.state();
      if (international === null) return;
      if (stand() === 'ready') countdown.textContent = clockText(secondsUntil(international.expiresAt, nowMs));
    },
  };
};

const showQuote = (page: Page, attempt: InternationalAttempt, button: HTMLButtonElement): void => {
  const { checkoutAmount, checkoutCurrency, rate } = attempt;
  const { international: words } = page.texts;
  if (checkoutAmount === null || checkoutCurrency === null) return;
  const amount = page.money(checkoutAmount, checkoutCurrency);
  byId('international-amount', HTMLElement).textContent = amount;
  if (!isBusy(button)) button.textContent = filled(words.open, { amount });
  byId('international-currency', HTMLSelectElement).value = checkoutCurrency;
  const price =
    rate === null ? null : filled(words.rate, { currency: checkoutCurrency, rate: rateText(rate, 'BRL', page.locale) });
  showText(byId('international-rate', HTMLElement), price);
};

const askForQuote = async (page: Page): Promise<void> => {
  const button = byId('international-quote', HTMLButtonElement);
  if (isBusy(button)) return;
  const { international: words } = page.texts;
  const problem = byId('international-problem', HTMLElement);
  const currency = byId('international-currency', HTMLSelectElement).value;
  showText(problem, null);
  showText(byId('international-note', HTMLElement), null);
  setBusy(button, true, words.quoting);
  const answer = await page.api.createAttempt({ paymentMethod: 'INTERNATIONAL', currency });
  setBusy(button, false, words.quote);
  if (answer.isOk) page.apply(answer.body);
  else {
    showText(problem, problemText(page.texts, answer.problem));
    await page.refresh();
  }
};

const openForm = async (page: Page, { url, payer }: Sdk, button: HTMLButtonElement): Promise<void> => {
  const { international: attempt } = page.state();
  if (typeof attempt?.publicToken !== 'string' || isBusy(button)) return;
  const { international: words } = page.texts;
  const { publicToken, mode } = attempt;
  const note = byId('international-note', HTMLElement);
  const problem = byId('international-problem', HTMLElement);
  const label = button.textContent;
  /** The form is closed: enables the button again and shows the outcome. */
  const closed = (text: string, place: HTMLElement): void => {
    setBusy(button, false, label);
    showText(place, text);
    page.announce(text);
  };
  showText(note, null);
  showText(problem, null);
  setBusy(button, true, words.opening);

  const options = {
    locale: page.locale,
    ...(payer.name !== null && { name: payer.name }),
    ...(payer.email !== null && { email: payer.email }),
    // Only the provider's answer to our server counts; this is a courtesy until then.
    onSuccess: () => {
      closed(words.confirming, note);
      void page.refresh();
    },
    onError: () => closed(words.failed, problem),
    onCancel: () => closed(words.canceled, note),
  };
  await openPopup(url, { publicToken, mode }, options).catch(() => closed(words.sdkMissing, problem));
};
