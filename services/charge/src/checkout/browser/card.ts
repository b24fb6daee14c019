import { cardFaults } from '../both-sides/card-faults.ts';
import { parseExpiry } from '../both-sides/card-expiry.ts';
import { digitsOf } from '../both-sides/card-number.ts';
import type { CardAttempt } from '../both-sides/checkout-state.ts';
import { problemText, type Problem } from '../both-sides/problem-text.ts';
import { declineText } from '../both-sides/texts.ts';
import type { CardPayment } from './api.ts';
import { clearCard, showFaults, startCardFields, typedCard } from './card-fields.ts';
import { byId, isBusy, say, setBusy } from './dom.ts';
import { chooseMethod, isOffered } from './methods.ts';
import type { Page, Part } from './page.ts';

/** The form, what is wrong with it, and what the bank said. */
export const createCard = (page: Page): Part => {
  const form = byId('card-form', HTMLFormElement);
  const button = byId('card-pay', HTMLButtonElement);
  startCardFields(page);
  byId('card-to-pix', HTMLButtonElement).addEventListener('click', () => chooseMethod('PIX'));
  // Leaving a field may show a fault under it, which would move the button away from under the finger.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isBusy(button)) void pay(page, button);
  });

  return {
    show: ({ card }, previous) => {
      // A refusal that came while nobody was asking, as after a reload or from a bank that took its time.
      const isNews = previous === null || previous.status === 'PROCESSING';
      if (card?.status === 'FAILED' && isNews) showDecline(page, declineOf(card));
    },
  };
};

interface Decline {
  readonly declineCode: string | null;
  readonly isRetryable: boolean;
}

const declineOf = ({ declineCode, isRetryable }: CardAttempt): Decline => ({
  declineCode,
  isRetryable: isRetryable ?? true,
});

const pay = async (page: Page, button: HTMLButtonElement): Promise<void> => {
  const problem = byId('card-problem', HTMLElement);
  say(problem, null);
  byId('card-declined', HTMLElement).hidden = true;
  const payment = readPayment(page);
  if (payment === undefined) return;

  const label = button.textContent;
  setBusy(button, true, page.texts.card.paying);
  page.announce(page.texts.card.paying);
  const answer = await page.api.payByCard(payment);
  // Nothing was decided, or somebody else decided: the charge knows.
  await page.refresh();
  setBusy(button, false, label);
  if (answer.isOk) clearCard();
  else if (answer.problem.code === 'charge.card_declined') declined(page, answer.problem);
  else say(problem, problemText(page.texts, answer.problem));
};

/** Undefined, with the faults shown, when the card cannot be right. */
const readPayment = (page: Page): CardPayment | undefined => {
  const typed = typedCard();
  const faults = cardFaults(typed, new Date(page.nowMs()));
  showFaults(page, faults);
  const expiry = parseExpiry(typed.expiry);
  if (faults.size > 0 || expiry === undefined) return undefined;
  const email = typed.email.trim();
  const name = typed.holderName.trim();
  return {
    card: {
      number: digitsOf(typed.number),
      holderName: name,
      expirationMonth: expiry.month,
      expirationYear: expiry.year,
      securityCode: typed.securityCode,
    },
    installments: Number(byId('card-installments', HTMLSelectElement).value),
    payer: { name, ...(email !== '' && { email }) },
  };
};

const declined = (page: Page, problem: Problem): void => {
  showDecline(page, problem);
  const security = byId('card-securityCode', HTMLInputElement);
  security.value = '';
  byId('card-declined', HTMLElement).focus();
};

const showDecline = ({ texts }: Page, { declineCode, isRetryable }: Decline): void => {
  byId('card-decline-reason', HTMLElement).textContent = declineText(texts, declineCode);
  byId('card-decline-advice', HTMLElement).textContent = isRetryable
    ? texts.declined.tryAgain
    : texts.declined.otherCard;
  byId('card-to-pix', HTMLButtonElement).hidden = !isOffered('PIX');
  byId('card-declined', HTMLElement).hidden = false;
};
