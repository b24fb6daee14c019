import { fieldsOf, textIn } from '../request';

/** A fault of a request, with Cielo's own number. */
export interface CieloFault {
  readonly Code: number;
  readonly Message: string;
}

export interface SaleRequest {
  readonly merchantOrderId: string;
  readonly amount: number;
  readonly isCapturedAtOnce: boolean;
  readonly brand: string;
  /** A card that was saved before is named by its token. */
  readonly card: { readonly number: string } | { readonly cardToken: string };
  /** SaveCard: what was authorised is to be paid with again. */
  readonly isToBeSaved: boolean;
}

type SaleReading = { readonly request: SaleRequest } | { readonly faults: readonly CieloFault[] };

const brands = ['Visa', 'Master', 'Amex', 'Elo', 'Aura', 'JCB', 'Diners', 'Discover', 'Hipercard'];
const installmentsMax = 99;

/** Reads the body of POST /1/sales. All faults at once, as an array. */
export const readSaleRequest = (body: unknown, now: Date): SaleReading => {
  const sale = fieldsOf(body);
  const payment = fieldsOf(sale['Payment']);
  const card = fieldsOf(payment['CreditCard']);
  const faults = [
    ...orderFaults(sale),
    ...(sale['Payment'] === undefined
      ? [fault(119, 'At least one Payment is required')]
      : [...paymentFaults(payment), ...cardFaults(payment, card, now)]),
  ];
  if (faults.length > 0) return { faults };
  const cardToken = textIn(card['CardToken']);
  return {
    request: {
      merchantOrderId: String(sale['MerchantOrderId']),
      amount: Number(payment['Amount']),
      isCapturedAtOnce: payment['Capture'] === true,
      brand: String(card['Brand']),
      card: cardToken === undefined ? { number: String(card['CardNumber']) } : { cardToken },
      isToBeSaved: card['SaveCard'] === true,
    },
  };
};

const orderFaults = (sale: Readonly<Record<string, unknown>>): CieloFault[] => {
  const { MerchantOrderId: orderId } = sale;
  if (textIn(orderId) === undefined) return [fault(122, 'MerchantOrderId is required')];
  const isValid = /^[a-zA-Z0-9]{1,50}$/.test(String(orderId));
  const name = textIn(fieldsOf(sale['Customer'])['Name']);
  return [
    ...(isValid ? [] : [fault(107, 'OrderId is invalid or does not exists')]),
    ...(name === undefined || /^[\p{L} ]+$/u.test(name) ? [] : [fault(105, 'Customer Name is required')]),
  ];
};

const paymentFaults = (payment: Readonly<Record<string, unknown>>): CieloFault[] => {
  const { Type: type, Amount: amount, Currency: currency, Installments: installments } = payment;
  const softDescriptor = textIn(payment['SoftDescriptor']) ?? '';
  return [
    ...(type === 'CreditCard' ? [] : [fault(102, 'Payment Type is required')]),
    ...(isWhole(amount, 1, Number.MAX_SAFE_INTEGER) ? [] : [fault(108, 'Amount must be greater or equal to zero')]),
    ...(currency === undefined || currency === 'BRL' ? [] : [fault(110, 'Invalid Payment Currency')]),
    ...(isWhole(installments, 1, installmentsMax) ? [] : [fault(123, 'Installments must be greater or equal to one')]),
    ...(/^[A-Za-z0-9 ]{0,13}$/.test(softDescriptor) ? [] : [fault(0, 'SoftDescriptor length exceeded')]),
  ];
};

const cardFaults = (
  payment: Readonly<Record<string, unknown>>,
  card: Record<string, unknown>,
  now: Date,
): CieloFault[] => {
  if (payment['CreditCard'] === undefined) return [fault(124, 'Credit Card is Required')];
  const brand = textIn(card['Brand']);
  const isSaved = textIn(card['CardToken']) !== undefined;
  return [
    ...(isSaved ? [] : typedFaults(card, now)),
    ...(/^\d{0,4}$/.test(textIn(card['SecurityCode']) ?? '') ? [] : [fault(146, 'SecurityCode length exceeded')]),
    ...(brand === undefined ? [fault(182, 'Brand is required')] : []),
    ...(brand === undefined || brands.includes(brand)
      ? []
      : [fault(185, 'Brand is not supported by selected provider')]),
  ];
};

/** A saved card needs none of it once more. */
const typedFaults = (card: Readonly<Record<string, unknown>>, now: Date): CieloFault[] => [
  ...numberFaults(textIn(card['CardNumber'])),
  ...holderFaults(textIn(card['Holder'])),
  ...expiryFaults(textIn(card['ExpirationDate']), now),
];

const numberFaults = (number: string | undefined): CieloFault[] => {
  if (number === undefined) return [fault(118, 'Credit Card Number is required')];
  if (number.length > 19) return [fault(128, 'Card Number length exceeded')];
  return /^\d{12,19}$/.test(number) ? [] : [fault(213, 'Credit Card Number is invalid')];
};

const holderFaults = (holder: string | undefined): CieloFault[] => {
  if (holder === undefined) return [fault(117, 'Credit Card Holder is required')];
  return /^[A-Za-z ]{1,25}$/.test(holder) ? [] : [fault(214, 'Credit Card Holder Must Have Only Letters')];
};

/** A card is good to the end of its month. */
const expiryFaults = (expiry: string | undefined, now: Date): CieloFault[] => {
  if (expiry === undefined) return [fault(125, 'Credit Card Expiration Date is required')];
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{4})$/.exec(expiry) ?? [];
  const isGood = month !== undefined && now.getTime() < Date.UTC(Number(year), Number(month), 2);
  return isGood ? [] : [fault(126, 'Credit Card Expiration Date is invalid')];
};

export const fault = (Code: number, Message: string): CieloFault => ({ Code, Message });

const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
