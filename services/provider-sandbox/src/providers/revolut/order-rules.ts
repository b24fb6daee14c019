import { fieldsOf, isObject } from '../request';
import { type OrderTerms } from './order';

export type TermsReading = { readonly terms: OrderTerms } | { readonly fault: string };

const minuteMs = 60_000;
const expireMsMax = 720 * 60 * minuteMs;
const metadataMax = 50;
const lineItemsMax = 250;
const urlCharactersMax = 2_000;
const textCharactersMax = 1_024;

/** Reads the body of POST /orders. The first fault is told, as Revolut does. */
export const readOrderTerms = (body: unknown, acceptsLocalUrls: boolean): TermsReading => {
  const given = fieldsOf(body);
  const withDefaults: Record<string, unknown> = {
    capture_mode: 'automatic',
    authorisation_type: 'final',
    enforce_challenge: 'automatic',
    ...given,
  };
  for (const [field, rule] of Object.entries(rules)) {
    const value = withDefaults[field];
    if (value === undefined && !required.includes(field)) continue;
    if (!rule(value, acceptsLocalUrls)) return { fault: `'${field}' is missing or not valid` };
  }
  const known = Object.entries(withDefaults).filter(([field]) => field in rules);
  // Every member has passed its rule.
  const terms = Object.fromEntries(known) as object as OrderTerms;
  return itemsAddUp(terms) ? { terms } : { fault: `'amount' is not the sum of 'line_items'` };
};

export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

export const isPublicUrl = (value: unknown, acceptsLocalUrls: boolean): value is string => {
  if (!isText(value, urlCharactersMax) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return acceptsLocalUrls || !(hostname === 'localhost' || /^\d+(\.\d+){3}$|^\[/.test(hostname));
};

export const isText = (value: unknown, charactersMax = textCharactersMax): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= charactersMax;

type Rule = (value: unknown, acceptsLocalUrls: boolean) => boolean;

const required = ['amount', 'currency'];
const oneOf =
  (...values: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && values.includes(value);
const isCurrency: Rule = (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

const isMetadata: Rule = (value) =>
  isObject(value) &&
  Object.keys(value).length <= metadataMax &&
  Object.entries(value).every(([key, text]) => /^[a-zA-Z][a-zA-Z\d_]{0,39}$/.test(key) && isText(text, 500));

const isOrderData: Rule = (value, acceptsLocalUrls) =>
  isObject(value) &&
  (value['reference'] === undefined || isText(value['reference'])) &&
  (value['url'] === undefined || isPublicUrl(value['url'], acceptsLocalUrls));

const isExpiry: Rule = (value) => {
  const ms = typeof value === 'string' ? (parseDuration(value) ?? 0) : 0;
  return ms >= minuteMs && ms <= expireMsMax;
};

const isLineItem = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['name']) &&
  (value['type'] === 'physical' || value['type'] === 'service') &&
  isObject(value['quantity']) &&
  Number.isSafeInteger(value['unit_price_amount']) &&
  Number.isSafeInteger(value['total_amount']);

const rules: Readonly<Record<string, Rule>> = {
  amount: isAmount,
  currency: isCurrency,
  capture_mode: oneOf('automatic', 'manual'),
  authorisation_type: oneOf('final', 'pre_authorisation'),
  enforce_challenge: oneOf('automatic', 'forced'),
  description: (value) => isText(value),
  expire_pending_after: isExpiry,
  redirect_url: isPublicUrl,
  statement_descriptor_suffix: (value) => isText(value, 19) && !/[*\n\\]/.test(value),
  settlement_currency: isCurrency,
  customer: (value) => isObject(value),
  merchant_order_data: isOrderData,
  metadata: isMetadata,
  line_items: (value) => Array.isArray(value) && value.length <= lineItemsMax && value.every(isLineItem),
};

const itemsAddUp = ({ amount, line_items: items }: OrderTerms): boolean =>
  items === undefined || items.reduce((total, item) => total + Number(item['total_amount']), 0) === amount;

const pattern = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,7})S)?)?$/;

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds; undefined for anything else. */
export const parseDuration = (text: string): number | undefined => {
  const match = pattern.exec(text);
  if (match === null || /[PT]$/.test(text)) return undefined;
  const [days, hours, minutes, seconds] = match.slice(1).map((digits: string | undefined) => Number(digits ?? 0));
  const inHours = (days ?? 0) * 24 + (hours ?? 0);
  return ((inHours * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1_000;
};
