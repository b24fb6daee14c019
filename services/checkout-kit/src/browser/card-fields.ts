import { expiryText } from '../both-sides/card-expiry.ts';
import { cardFaults, type CardField, type TypedCard } from '../both-sides/card-faults.ts';
import { cardDigitsMax, digitsOf, groupedNumber, schemeOf, securityCodeLengthOf } from '../both-sides/card-number.ts';
import { filled } from '../both-sides/texts.ts';
import { byId } from './dom.ts';
import { areRight, inputOf, judgeFields, rewriteWith } from './fields.ts';
import { type Voice } from './page.ts';

const form = 'card';
const fields: readonly CardField[] = ['number', 'holderName', 'expiry', 'securityCode', 'email'];

export const typedCard = (): TypedCard => ({
  number: inputOf(form, 'number').value,
  holderName: inputOf(form, 'holderName').value,
  expiry: inputOf(form, 'expiry').value,
  securityCode: inputOf(form, 'securityCode').value,
  email: inputOf(form, 'email').value,
});

/** Empties the fields after a payment: a card is not kept, not even in the page. */
export const clearCard = (): void => {
  for (const field of ['number', 'expiry', 'securityCode'] as const) inputOf(form, field).value = '';
};

export const startCardFields = (page: Voice): void => {
  inputOf(form, 'number').addEventListener('input', () => showNumber(page));
  rewriteWith(form, 'expiry', expiryText);
  rewriteWith(form, 'securityCode', digitsOf);
  judgeFields(judging(page));
};

/** Shows what is wrong with the card, if anything is. */
export const isCardRight = (page: Voice): boolean => areRight(judging(page));

const judging = ({ texts, nowMs }: Voice) => ({
  form,
  fields,
  faults: () => {
    const found = cardFaults(typedCard(), new Date(nowMs()));
    return new Map([...found].map(([field, fault]) => [field, texts.card.faults[fault]]));
  },
});

/** Groups the digits while they are typed, and keeps the cursor behind the digit it was behind. */
const showNumber = ({ texts }: Voice): void => {
  const input = inputOf(form, 'number');
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const digits = digitsOf(input.value).slice(0, cardDigitsMax);
  input.value = groupedNumber(digits);
  const cursor = positionAfter(input.value, digitsBefore);
  input.setSelectionRange(cursor, cursor);

  const brand = schemeOf(digits)?.name;
  const badge = byId('card-brand', HTMLElement);
  badge.textContent = brand ?? '';
  if (brand === undefined) badge.removeAttribute('aria-label');
  else badge.setAttribute('aria-label', filled(texts.card.brand, { brand }));
  const length = securityCodeLengthOf(digits);
  inputOf(form, 'securityCode').maxLength = length;
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
