import { parseExpiry } from '../both-sides/card-expiry.ts';
import { declineTexts, judgeDecline, type Decline } from '../both-sides/decline.ts';
import { digitsOf } from '../both-sides/card-number.ts';
import { type CardTry, type Payable } from '../both-sides/payable.ts';
import { notTakenProblem, problemText } from '../both-sides/problem-text.ts';
import { type Answer } from './ask.ts';
import { showDue, type Due } from './card-due.ts';
import { clearCard, isCardRight, startCardFields, typedCard } from './card-fields.ts';
import { byId, isBusy, setBusy, showText } from './dom.ts';
import { type Page, type Part, type Voice } from './page.ts';

/** The content of the form. */
export interface CardPayment {
  readonly card: {
    readonly number: string;
    readonly holderName: string;
    readonly expirationMonth: number;
    readonly expirationYear: number;
    readonly securityCode: string;
  };
  readonly installments: number;
  /** Sent where the page asks for it and the payer has agreed. */
  readonly saveCard?: true;
  readonly payer: { readonly name: string; readonly email?: string };
}

interface CardOptions<S extends Payable> {
  /** Its outcome shows in the state. */
  readonly pay: (payment: CardPayment) => Promise<Answer<unknown>>;
  readonly tryOf: (state: S) => CardTry | null;
  /** The amount left to pay. */
  readonly dueOf: (state: S) => Due;
  /** Takes the payer to another method, where there is one. */
  readonly payByPix: (() => void) | undefined;
}

/** The form, its faults, and the bank's answer. */
export const createCard = <S extends Payable>(page: Page<S>, o: CardOptions<S>): Part<S> => {
  const form = byId('card-form', HTMLFormElement);
  const button = byId('card-pay', HTMLButtonElement);
  startCardFields(page);
  const { payByPix } = o;
  if (payByPix !== undefined) byId('card-to-pix', HTMLButtonElement).addEventListener('click', payByPix);
  // Leaving a field may show a fault under it, which would move the button away from under the finger.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isBusy(button)) void pay(page, o, button);
  });

  return {
    show: (state, previous) => {
      if (previous !== null) showDue(page, o.dueOf(state), button);
      // A refusal without a request of this page, as after a reload or from a slow bank.
      const isNews = previous === null || previous.status === 'PROCESSING';
      const card = o.tryOf(state);
      if (card?.status === 'FAILED' && isNews) showFailure(page, o, card);
    },
  };
};

const showFailure = (page: Voice, o: Ways, card: CardTry): void => {
  if (card.isDeclined) showDecline(page, o, card);
  else showText(byId('card-problem', HTMLElement), problemText(page.texts, notTakenProblem));
};

const pay = async <S extends Payable>(page: Page<S>, o: CardOptions<S>, button: HTMLButtonElement): Promise<void> => {
  const problem = byId('card-problem', HTMLElement);
  showText(problem, null);
  byId('card-declined', HTMLElement).hidden = true;
  const payment = readPayment(page);
  if (payment === undefined) return;

  const label = button.textContent;
  setBusy(button, true, page.texts.card.paying);
  page.announce(page.texts.card.paying);
  const answer = await o.pay(payment);
  // No decision, or one by another request: the service knows the state.
  await page.refresh();
  setBusy(button, false, label);
  // During the request, a part may have come another way.
  showDue(page, o.dueOf(page.state()), button);
  if (answer.isOk) clearCard();
  else if (answer.problem.declineCode !== null) declined(page, o, answer.problem);
  else showText(problem, problemText(page.texts, answer.problem));
};

/** Undefined, with the faults shown, when the card cannot be right. */
const readPayment = (page: Voice): CardPayment | undefined => {
  const typed = typedCard();
  const expiry = parseExpiry(typed.expiry);
  if (!isCardRight(page) || expiry === undefined) return undefined;
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
    ...(isConsentGiven() && { saveCard: true as const }),
    payer: { name, ...(email !== '' && { email }) },
  };
};

const isConsentGiven = (): boolean => {
  const box = document.getElementById('card-save');
  return box instanceof HTMLInputElement && box.checked;
};

type Ways = Pick<CardOptions<never>, 'payByPix'>;

const declined = (page: Voice, o: Ways, decline: Decline): void => {
  showDecline(page, o, decline);
  const security = byId('card-securityCode', HTMLInputElement);
  security.value = '';
  byId('card-declined', HTMLElement).focus();
};

const showDecline = ({ texts }: Voice, { payByPix }: Ways, decline: Decline): void => {
  // The form is only seen while the charge can be paid.
  const judged = judgeDecline(decline, { canGoOn: true, canPayByPix: payByPix !== undefined });
  const { reason, advice } = declineTexts(texts, judged);
  byId('card-decline-reason', HTMLElement).textContent = reason;
  byId('card-decline-advice', HTMLElement).textContent = advice;
  byId('card-to-pix', HTMLButtonElement).hidden = payByPix === undefined;
  byId('card-declined', HTMLElement).hidden = false;
};
