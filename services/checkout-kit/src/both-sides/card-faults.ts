import { mailAddressOf } from '@repasse/values/texts/mail-address';
import { holderNameOf } from '@repasse/values/texts/visible-text';
import { isPast, isTooFar, parseExpiry } from './card-expiry.ts';
import { digitsOf, isCardNumber, securityCodeLengthOf } from './card-number.ts';

/** The card as the payer typed it into the fields. */
export interface TypedCard {
  readonly number: string;
  readonly holderName: string;
  readonly expiry: string;
  readonly securityCode: string;
  /** For the receipt; may be left empty. */
  readonly email: string;
}

export type CardField = keyof TypedCard;

/** Which text tells the payer what is wrong. */
export type CardFault =
  | 'numberMissing'
  | 'numberInvalid'
  | 'nameMissing'
  | 'expiryInvalid'
  | 'expiryPast'
  | 'securityCodeInvalid'
  | 'emailInvalid';

/** In the order of the fields, so that the first is where the payer is taken. Empty when the card can be sent. */
export const cardFaults = (card: TypedCard, now: Date): ReadonlyMap<CardField, CardFault> => {
  const faults: (readonly [CardField, CardFault | undefined])[] = [
    ['number', numberFault(digitsOf(card.number))],
    ['holderName', (holderNameOf(card.holderName) ?? '').length < 2 ? 'nameMissing' : undefined],
    ['expiry', expiryFault(card.expiry, now)],
    ['securityCode', securityCodeFault(card)],
    ['email', emailFault(card.email)],
  ];
  return new Map(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault] as const])));
};

const numberFault = (digits: string): CardFault | undefined => {
  if (digits === '') return 'numberMissing';
  return isCardNumber(digits) ? undefined : 'numberInvalid';
};

const expiryFault = (text: string, now: Date): CardFault | undefined => {
  const expiry = parseExpiry(text);
  if (expiry === undefined || isTooFar(expiry, now)) return 'expiryInvalid';
  return isPast(expiry, now) ? 'expiryPast' : undefined;
};

const securityCodeFault = ({ number, securityCode }: TypedCard): CardFault | undefined => {
  const isWhole = /^\d+$/.test(securityCode) && securityCode.length === securityCodeLengthOf(digitsOf(number));
  return isWhole ? undefined : 'securityCodeInvalid';
};

const emailFault = (email: string): CardFault | undefined =>
  email.trim() === '' || mailAddressOf(email) !== undefined ? undefined : 'emailInvalid';
