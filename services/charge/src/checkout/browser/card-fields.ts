import { expiryText } from '../both-sides/card-expiry.ts';
import { cardFaults, type CardFault, type CardField, type TypedCard } from '../both-sides/card-faults.ts';
import { brandOf, cardDigitsMax, digitsOf, groupedNumber, securityCodeLengthOf } from '../both-sides/card-number.ts';
import { filled } from '../both-sides/texts.ts';
import { byId } from './dom.ts';
import type { Page } from './page.ts';

const fields: readonly CardField[] = ['number', 'holderName', 'expiry', 'securityCode', 'email'];

const inputOf = (field: CardField): HTMLInputElement => byId(`card-${field}`, HTMLInputElement);

export const typedCard = (): TypedCard => ({
  number: inputOf('number').value,
  holderName: inputOf('holderName').value,
  expiry: inputOf('expiry').value,
  securityCode: inputOf('securityCode').value,
  email: inputOf('email').value,
});

/** What was paid with is not kept, not even in the page. */
export const clearCard = (): void => {
  for (const field of ['number', 'expiry', 'securityCode'] as const) inputOf(field).value = '';
};

export const startCardFields = (page: Page): void => {
  inputOf('number').addEventListener('input', () => showNumber(page));
  rewriteWith('expiry', expiryText);
  rewriteWith('securityCode', digitsOf);
  for (const field of fields) {
    inputOf(field).addEventListener('blur', () => checkLeft(page, field));
    inputOf(field).addEventListener('input', () => checkMended(page, field));
  }
};

/** Groups the digits while they are typed, and keeps the cursor behind the digit it was behind. */
const showNumber = ({ texts }: Page): void => {
  const input = inputOf('number');
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const digits = digitsOf(input.value).slice(0, cardDigitsMax);
  input.value = groupedNumber(digits);
  const cursor = positionAfter(input.value, digitsBefore);
  input.setSelectionRange(cursor, cursor);

  const brand = brandOf(digits);
  const badge = byId('card-brand', HTMLElement);
  badge.textContent = brand ?? '';
  if (brand === undefined) badge.removeAttribute('aria-label');
  else badge.setAttribute('aria-label', filled(texts.card.brand, { brand }));
  const length = securityCodeLengthOf(digits);
  inputOf('securityCode').maxLength = length;
  byId('card-securityCode-hint', HTMLElement).textContent =
    length === 4 ? texts.card.securityCodeHintAmex : texts.card.securityCodeHint;
};

const positionAfter = (text: string, digits: number): number => {
  let seen = 0;
  let position = 0;
  while (seen < digits && position < text.length) {
    if (/\d/.test(text[position] ?? '')) seen += 1;
    position += 1;
  }
  return position;
};

/** Only while something is added: who deletes a slash must not get it back. */
const rewriteWith = (field: CardField, rewrite: (typed: string) => string): void => {
  const input = inputOf(field);
  input.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (!isDeleting) input.value = rewrite(input.value);
  });
};

/** A field is judged when it is left, not while it is typed, and never for being empty: that waits for the button. */
const checkLeft = (page: Page, field: CardField): void => {
  const card = typedCard();
  const fault = card[field] === '' ? undefined : cardFaults(card, new Date(page.nowMs())).get(field);
  showFault(page, field, fault);
};

/** What was found wrong is taken back as soon as it is right. */
const checkMended = (page: Page, field: CardField): void => {
  const isMarked = inputOf(field).getAttribute('aria-invalid') === 'true';
  if (isMarked && !cardFaults(typedCard(), new Date(page.nowMs())).has(field)) showFault(page, field, undefined);
};

/** Shows every fault and takes the payer to the first. */
export const showFaults = (page: Page, faults: ReadonlyMap<CardField, CardFault>): void => {
  for (const field of fields) showFault(page, field, faults.get(field));
  const [first] = faults.keys();
  if (first !== undefined) inputOf(first).focus();
};

const showFault = ({ texts }: Page, field: CardField, fault: CardFault | undefined): void => {
  inputOf(field).setAttribute('aria-invalid', String(fault !== undefined));
  byId(`card-${field}-fault`, HTMLElement).textContent = fault === undefined ? '' : texts.card.faults[fault];
};
