import { fieldsOf, isHttpUrl, isText, textOf } from '../request';
import { readUnits, writeUnits } from '../units';
import { findCoin, usdUnitsOf, type Coin } from './coins';
import { type PaymentTerms } from './payment';
import { isWithinReach, maxUnitsOf, minUnitsOf, payUnitsOf } from './prices';

type TermsReading =
  | { readonly terms: PaymentTerms; readonly coin: Coin }
  | { readonly code: string; readonly message: string };

/** Reads the body of POST /payment, for a fixed rate whatever it says. The first fault is told. */
export const readPaymentTerms = (body: unknown): TermsReading => {
  const given = fieldsOf(body);
  const priceUnits = readUnits(given['price_amount']);
  if (priceUnits === undefined || priceUnits === 0) return invalid('price_amount must be a positive number');
  const usdUnits = usdUnitsOf(given['price_currency']);
  if (usdUnits === undefined) return unknownCurrency(given['price_currency']);
  if (!isWithinReach(priceUnits, usdUnits)) return invalid('price_amount is too large');
  const coin = findCoin(given['pay_currency']);
  if (coin === undefined) return unknownCurrency(given['pay_currency']);
  const wrong = texts.find((field) => !isText(given[field]));
  if (wrong !== undefined) return invalid(`${wrong} must be a string`);
  const ipnCallbackUrl = given['ipn_callback_url'];
  if (typeof ipnCallbackUrl === 'string' && !isHttpUrl(ipnCallbackUrl))
    return invalid('ipn_callback_url must be a valid uri');

  const terms = {
    priceUnits,
    priceCurrency: String(given['price_currency']).toLowerCase(),
    payCurrency: coin.code,
    orderId: textOf(given['order_id']),
    ipnCallbackUrl: textOf(ipnCallbackUrl),
  };
  const payUnits = payUnitsOf(coin, { units: priceUnits, usdUnits });
  if (payUnits > maxUnitsOf(coin)) return invalid('price_amount is too large');
  if (payUnits >= minUnitsOf(coin)) return { terms, coin };
  return { code: 'AMOUNT_MINIMAL_ERROR', message: `Crypto amount ${writeUnits(payUnits)} is less than minimal` };
};

const texts = ['order_id', 'order_description', 'ipn_callback_url'];

const invalid = (message: string): TermsReading => ({ code: 'INVALID_REQUEST_PARAMS', message });

const unknownCurrency = (code: unknown): TermsReading =>
  typeof code === 'string'
    ? { code: 'CURRENCY_NOT_FOUND', message: `Currency ${code.slice(0, 20).toUpperCase()} was not found` }
    : invalid('price_currency and pay_currency are required');
