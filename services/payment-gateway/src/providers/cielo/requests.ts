import { type Decline, type DeclineCode } from '../../payments/domain/decline';
import { type Card, SavedCard } from '../card';
import { type CardRequest, type Payer } from '../provider';
import { cieloBrandOf } from './brands';
import { orderIdOf } from './order-id';

/** API E-commerce 3.0: the maximum length of each text. */
const holderLengthMax = 25;
const customerNameLengthMax = 60;

/** The body of POST /1/sales/: authorised and captured in one step, in full. */
export const saleRequest = (request: CardRequest, softDescriptor: string | undefined) => {
  const { facts, payer, card, installments, isToBeSaved = false } = request;
  return {
    MerchantOrderId: orderIdOf(facts.paymentId),
    Customer: customerOf(payer, holderOf(card)),
    Payment: {
      Type: 'CreditCard',
      Amount: facts.amountMinor,
      Currency: 'BRL',
      Country: 'BRA',
      Installments: installments,
      // Without interest to the payer: the merchant bears the acquirer's fee for instalments.
      Interest: 'ByMerchant',
      Capture: true,
      ...(softDescriptor === undefined ? {} : { SoftDescriptor: softDescriptor }),
      CreditCard: card instanceof SavedCard ? namedCard(card) : typedCard(card, isToBeSaved),
    },
  };
};

const typedCard = (card: Card, isToBeSaved: boolean): object => {
  const { number, holderName, expirationMonth, expirationYear, securityCode } = card.reveal();
  return {
    CardNumber: number,
    Holder: folded(holderName, holderLengthMax),
    ExpirationDate: `${String(expirationMonth).padStart(2, '0')}/${expirationYear}`,
    SecurityCode: securityCode,
    Brand: cieloBrandOf(card.brand),
    SaveCard: isToBeSaved,
  };
};

/** The code on a card is never kept, so a saved one is charged without. */
const namedCard = (card: SavedCard): object => ({
  CardToken: card.reveal().providerToken,
  Brand: cieloBrandOf(card.brand),
});

/** Null of a saved card: the acquirer has the name. */
const holderOf = (card: Card | SavedCard): string | null =>
  card instanceof SavedCard ? null : card.reveal().holderName;

/**
 * Why a card is not even shown to the acquirer; undefined when nothing speaks against it. What can be told here costs
 * the payer no wait, and the merchant no failed try that the schemes count.
 */
export const unsendable = (
  { card, installments }: CardRequest,
  now: Date,
): (Decline & { detail: string }) | undefined => {
  const { expirationMonth, expirationYear } = card.reveal();
  const holderName = holderOf(card);
  if (cieloBrandOf(card.brand) === undefined) return refused('not_permitted', `The acquirer takes no ${card.brand}.`);
  // A card is good until its month has ended everywhere; which is noon of the next day in UTC.
  if (now.getTime() >= Date.UTC(expirationYear, expirationMonth, 1, 12)) {
    return refused('card_expired', 'The card has expired.');
  }
  if (holderName !== null && folded(holderName, holderLengthMax) === '')
    return refused('invalid_card', 'The holder’s name has no letters.');
  if (card.brand === 'DISCOVER' && installments > 1) return refused('not_permitted', 'Discover takes no instalments.');
  return undefined;
};

const refused = (declineCode: DeclineCode, detail: string) => ({ declineCode, isRetryable: false, detail });

const customerOf = (payer: Payer | null, holderName: string | null) => {
  const document = payer?.document?.replace(/[^0-9A-Za-z]/g, '').toUpperCase() ?? '';
  const identityType = identityTypeOf(document);
  const email = payer?.email ?? '';
  const name = folded(payer?.name ?? '', customerNameLengthMax) || folded(holderName ?? '', customerNameLengthMax);
  return {
    ...(name === '' ? {} : { Name: name }),
    ...(identityType === undefined ? {} : { Identity: document, IdentityType: identityType }),
    ...(email === '' ? {} : { Email: email }),
  };
};

const identityTypeOf = (document: string): 'CPF' | 'CNPJ' | undefined => {
  if (/^\d{11}$/.test(document)) return 'CPF';
  return /^[0-9A-Z]{12}\d{2}$/.test(document) ? 'CNPJ' : undefined;
};

/** Letters that are no letter with an accent to Unicode, as cards print them. */
const printedAs: Readonly<Record<string, string>> = {
  ...{ Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', ß: 'ss', ẞ: 'SS', Þ: 'TH', þ: 'th' },
  ...{ Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Ħ: 'H', ħ: 'h', ı: 'i' },
};

/** Names go without accents, digits and signs, and are cut to length after that. */
const folded = (name: string, lengthMax: number): string =>
  name
    .replace(/[^\0-\u007f]/gu, (letter) => printedAs[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z]+/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trimEnd();
