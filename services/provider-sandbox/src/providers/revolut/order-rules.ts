import { fieldsOf, isHttpUrl, isObject } from '../request';
import { type OrderTerms } from './order';

type TermsReading = { readonly terms: OrderTerms } | { readonly fault: string };

const minuteMs = 60_000;
const expireMsMax = 720 * 60 * minuteMs;
const metadataMax = 50;
const urlCharactersMax = 2_000;
const textCharactersMax = 1_024;

/** Reads the body of POST /orders and keeps nothing unknown. The first fault is told, as Revolut does. */
export const readOrderTerms = (body: unknown): TermsReading => {
  const given = fieldsOf(body);
  const wrong = Object.entries(rules).find(([field, isRight]) => field in given && !isRight(given[field]));
  const missing = ['amount', 'currency'].find((field) => given[field] === undefined);
  const fault = wrong?.[0] ?? missing;
  if (fault !== undefined) return { fault: `'${fault}' is missing or not valid` };
  const known = Object.entries(given).filter(([field]) => field in rules);
  // Every member has passed its rule.
  return { terms: Object.fromEntries(known) as object as OrderTerms };
};

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

export const isUrl = (value: unknown): value is string => isText(value, urlCharactersMax) && isHttpUrl(value);

const isText = (value: unknown, charactersMax = textCharactersMax): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= charactersMax;

const isMetadata = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length <= metadataMax &&
  Object.entries(value).every(([key, text]) => /^[a-zA-Z][a-zA-Z\d_]{0,39}$/.test(key) && isText(text, 500));

const isExpiry = (value: unknown): boolean => {
  const ms = typeof value === 'string' ? (parseDuration(value) ?? 0) : 0;
  return ms >= minuteMs && ms <= expireMsMax;
};

const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  amount: isAmount,
  currency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
  // There is no endpoint to capture with.
  capture_mode: (value) => value === 'automatic',
  description: (value) => isText(value),
  expire_pending_after: isExpiry,
  redirect_url: isUrl,
  statement_descriptor_suffix: (value) => isText(value, 19) && !/[*\n\\]/.test(value),
  customer: isObject,
  merchant_order_data: (value) => isObject(value) && (value['reference'] === undefined || isText(value['reference'])),
  metadata: isMetadata,
};

/** Milliseconds of an ISO 8601 duration of hours and minutes; undefined for anything else. */
export const parseDuration = (text: string): number | undefined => {
  const match = /^PT(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?$/.exec(text);
  return match === null ? undefined : (Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)) * minuteMs;
};
