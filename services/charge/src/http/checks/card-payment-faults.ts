import { formatMinor } from '@repasse/chassis/money';
import type { Fault } from '@repasse/chassis/http/problem';
import type { components } from '@repasse/contracts/generated/http/charge';
import { isPast, isTooFar } from '../../checkout/both-sides/card-expiry';
import { brandOf, digitsOf, isCardNumber, securityCodeLengthOf } from '../../checkout/both-sides/card-number';
import { holdsCardData, looksLikeCardNumber } from './card-data';
import { refusalOf, refuse, type NamedFault } from './refusal';

export type PayByCardBody = components['schemas']['PayByCard'];

/** What acquirers take for one installment at least: R$ 5.00. */
const installmentMinorMin = 500;

/** While it is still the card's last month anywhere on earth, its issuer is the one to say that it has expired. */
const latestZoneMs = 12 * 60 * 60_000;

/** What is wrong with a card that is about to be charged, as far as looking at it can tell. Nothing of it is repeated. */
export const faultsOfCardPayment = (body: PayByCardBody, faulty: ReadonlySet<string>, now: Date): readonly Fault[] => {
  const { card, ...rest } = body;
  // Beside its own place a card number would end up where other texts are kept; names nobody knows are even sent back.
  const isMisplaced = holdsCardData(rest) || Object.keys(card).some(looksLikeCardNumber);
  if (isMisplaced) return refuse([misplacedCard], faulty);
  if ([...faulty].some((field) => field === 'card' || field.startsWith('card.'))) return [];
  const faults = [...numberFaults(card), ...expiryFaults(card, now), ...securityCodeFaults(card)];
  return refuse(
    faults.map((fault) => ({ ...fault, code: 'charge.card_invalid' })),
    faulty,
  );
};

/** Found once it is known how much is to be paid. */
export const refuseSmallInstallments = (amountMinor: number, installments: number): void => {
  if (installments === 1 || Math.floor(amountMinor / installments) >= installmentMinorMin) return;
  const message = `must be fewer: each is at least ${formatMinor(installmentMinorMin)}, of ${formatMinor(amountMinor)} in all.`;
  throw refusalOf([{ field: 'installments', message, code: 'charge.installment_too_small' }]);
};

const misplacedCard: NamedFault = {
  field: 'body',
  message: 'holds card data outside of card.',
  code: 'charge.card_data_refused',
};

type CardInput = PayByCardBody['card'];

const numberFaults = ({ number }: CardInput): readonly NamedFault[] => {
  const digits = digitsOf(number);
  if (isCardNumber(digits)) return [];
  const message = brandOf(digits)
    ? 'is not a card number: a digit is wrong or missing.'
    : 'is of no scheme taken here.';
  return [{ field: 'card.number', message }];
};

const expiryFaults = ({ expirationMonth, expirationYear }: CardInput, now: Date): readonly NamedFault[] => {
  const expiry = { month: Number(expirationMonth), year: Number(expirationYear) };
  const wherever = new Date(now.getTime() - latestZoneMs);
  if (isPast(expiry, wherever)) return [{ field: 'card.expirationMonth', message: 'lies in the past.' }];
  return isTooFar(expiry, now) ? [{ field: 'card.expirationYear', message: 'lies too far ahead.' }] : [];
};

const securityCodeFaults = ({ number, securityCode }: CardInput): readonly NamedFault[] => {
  const length = securityCodeLengthOf(digitsOf(number));
  return securityCode.length === length
    ? []
    : [{ field: 'card.securityCode', message: `must have ${length} digits on this card.` }];
};
