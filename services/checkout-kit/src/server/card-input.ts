import { type Fault } from '@repasse/chassis/http/problem';
import { isPast, isTooFar } from '../both-sides/card-expiry.ts';
import { digitsOf, isCardNumber, schemeOf, securityCodeLengthOf } from '../both-sides/card-number.ts';

/** A card as a payer's page sends it. */
export interface CardInput {
  readonly number: string;
  readonly holderName: string;
  readonly expirationMonth: number | string;
  readonly expirationYear: number | string;
  readonly securityCode: string;
}

/** While it is still the card's last month anywhere on earth, its issuer is the one to say that it has expired. */
const latestZoneMs = 12 * 60 * 60_000;

/** The faults of a card that show without asking anyone, by field. They repeat nothing of the card. */
export const cardInputFaults = (card: CardInput, now: Date): readonly Fault[] => [
  ...numberFaults(card),
  ...expiryFaults(card, now),
  ...securityCodeFaults(card),
];

/** With digits only, whatever the payer typed between them. */
export const cardDetailsOf = ({
  number,
  holderName,
  expirationMonth,
  expirationYear,
  securityCode,
}: CardInput): CardInput & { readonly expirationMonth: number; readonly expirationYear: number } => ({
  number: digitsOf(number),
  holderName,
  expirationMonth: Number(expirationMonth),
  expirationYear: Number(expirationYear),
  securityCode,
});

const numberFaults = ({ number }: CardInput): readonly Fault[] => {
  const digits = digitsOf(number);
  if (isCardNumber(digits)) return [];
  const message = schemeOf(digits)
    ? 'is not a card number: a digit is wrong or missing.'
    : 'is of no scheme taken here.';
  return [{ field: 'card.number', message }];
};

const expiryFaults = ({ expirationMonth, expirationYear }: CardInput, now: Date): readonly Fault[] => {
  const expiry = { month: Number(expirationMonth), year: Number(expirationYear) };
  const wherever = new Date(now.getTime() - latestZoneMs);
  if (isPast(expiry, wherever)) return [{ field: 'card.expirationMonth', message: 'lies in the past.' }];
  return isTooFar(expiry, now) ? [{ field: 'card.expirationYear', message: 'lies too far ahead.' }] : [];
};

const securityCodeFaults = ({ number, securityCode }: CardInput): readonly Fault[] => {
  const length = securityCodeLengthOf(digitsOf(number));
  return securityCode.length === length
    ? []
    : [{ field: 'card.securityCode', message: `must have ${length} digits on this card.` }];
};
