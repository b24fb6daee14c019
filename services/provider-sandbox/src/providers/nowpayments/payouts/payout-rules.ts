import { fieldsOf, isHttpUrl, isText, textOf } from '../../request';
import { readUnits, unitDecimals, writeUnits } from '../../units';
import { findCoin, type Coin } from '../coins';
import { isWithinReach, minUnitsOf } from '../prices';
import { type PayoutTerms } from './payout';

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** "Must not exceed 6 decimals", whatever the coin has. */
const decimalsMax = 6;
const memoPattern = /^\d{1,10}$/;

/** Reads the body of POST /payout: a batch of one. The first fault is told. */
export const readPayout = (body: unknown): { readonly terms: PayoutTerms; readonly coin: Coin } | Refusal => {
  const batch = fieldsOf(body);
  const withdrawals = batch['withdrawals'];
  if (!Array.isArray(withdrawals) || withdrawals.length !== 1) return invalid('withdrawals must be an array of one');
  // A payout takes the fields that it does not give from its batch.
  const given: Readonly<Record<string, unknown>> = { ...batch, ...fieldsOf(withdrawals[0]) };
  const destination = readDestination(given);
  if ('code' in destination) return destination;
  const { coin, address, extraId } = destination;
  const wrong = texts.find((field) => !isText(given[field]));
  if (wrong !== undefined) return invalid(`${wrong} must be a string`);
  const ipnCallbackUrl = textOf(given['ipn_callback_url']);
  if (ipnCallbackUrl !== null && !isHttpUrl(ipnCallbackUrl)) return invalid('ipn_callback_url must be a valid uri');
  const units = readAmount(coin, given['amount']);
  if (typeof units !== 'number') return units;
  const uniqueExternalId = textOf(given['unique_external_id']);
  return { coin, terms: { address, currency: coin.code, units, extraId, uniqueExternalId, ipnCallbackUrl } };
};

const texts = ['unique_external_id', 'ipn_callback_url'];

interface Destination {
  readonly coin: Coin;
  readonly address: string;
  readonly extraId: string | null;
}

/** Reads where coins are to go. An extra_id a coin has no use for passes: it comes out when the payout is worked on. */
export const readDestination = (given: Readonly<Record<string, unknown>>): Destination | Refusal => {
  const { address, currency, extra_id: extraId } = given;
  if (typeof address !== 'string' || typeof currency !== 'string') return invalid('address and currency are required');
  const coin = findCoin(currency);
  if (coin === undefined)
    return { code: 'CURRENCY_NOT_FOUND', message: `Currency ${currency.slice(0, 20).toUpperCase()} was not found` };
  if (!new RegExp(coin.addressPattern).test(address))
    return refused(`Invalid payout_address: [${coin.code}] [${address.slice(0, 120)}]`);
  if (!isText(extraId)) return invalid('extra_id must be a string');
  const memo = textOf(extraId);
  if (memo !== null && coin.sharedAddress !== null && !memoPattern.test(memo)) return refused('Invalid extra_id');
  return { coin, address, extraId: memo };
};

const readAmount = (coin: Coin, amount: unknown): number | Refusal => {
  const units = readUnits(amount);
  if (units === undefined || units === 0) return invalid('amount must be a positive number');
  if (units % 10 ** (unitDecimals - decimalsMax) !== 0)
    return invalid(`amount must not exceed ${decimalsMax} decimals`);
  if (!isWithinReach(units, coin.usdUnits)) return invalid('amount is too large');
  const minUnits = minUnitsOf(coin);
  return units < minUnits ? refused(`Invalid amount: min amount is ${writeUnits(minUnits)}`) : units;
};

const invalid = (message: string): Refusal => ({ code: 'INVALID_REQUEST_PARAMS', message });

const refused = (message: string): Refusal => ({ code: 'BAD_CREATE_WITHDRAWAL_REQUEST', message });
