import { holdsCardNumber } from '@repasse/chassis/http/card-data/card-text';
import { type HttpFault } from '@repasse/chassis/http/http-fault';
import { parseJson } from './ask';
import { maskCardNumbers } from './mask-card-numbers';
import { type ExchangeAnswer, type ExchangeRequest } from './exchange';

/** One exchange with a provider as it is kept: request and answer, without secrets and without the payer. */
export type ProviderCall = ReturnType<typeof toProviderCall>;

export type ProviderCallLog = (call: ProviderCall) => void;

/** Longer bodies are errors with pages of markup; their beginning is enough. */
const bodyCharactersMax = 8_192;
const mask = '***';

/** Credentials, and data that identifies the payer: that is kept in `payers` alone, where it can be erased. */
const maskedNames = new Set([
  'access_token',
  'refresh_token',
  'client_secret',
  'client_id',
  'cpf',
  'cnpj',
  'nome',
  'email',
  'password',
  // Valid for half a minute only, and still a secret.
  'verification_code',
  'logradouro',
  'infopagador',
  'pagador',
  'customer',
  'cardholder_name',
  'signing_secret',
  // An order's token is enough to pay it, and its page has the token in its address.
  'token',
  'checkout_url',
  'devedor',
  // The receiver of a payout, and messages that may quote their key.
  'favorecido',
  'mensagem',
  'cardnumber',
  'cardtoken',
  'securitycode',
  'holder',
  'expirationdate',
  'merchantid',
  'merchantkey',
]);

export const toProviderCall = (
  provider: string,
  request: ExchangeRequest,
  result: ExchangeAnswer | HttpFault,
  durationMs: number,
  askedAt: string,
) => ({
  provider,
  operation: request.operation,
  reference: request.reference,
  method: request.method,
  path: maskCardNumbers(request.url.pathname + request.url.search, mask),
  requestBody: request.body === undefined ? null : maskBody(request.body),
  responseStatus: 'status' in result ? result.status : null,
  responseBody: 'status' in result ? maskBody(result.text, securityCodesIn(request.body)) : null,
  fault: 'status' in result ? null : result.code,
  durationMs,
  askedAt,
});

/**
 * Of a body that is not JSON only the size is kept: a form or a page cannot be masked by name reliably. Card numbers
 * are masked wherever they stand, because a provider may quote one in a message or under an unexpected name.
 */
export const maskBody = (text: string, securityCodes: readonly string[] = []): string => {
  if (text === '') return '';
  const value = parseJson(text);
  if (value === undefined) return `[${text.length} characters, not JSON]`;
  const named = JSON.stringify(value, (name, each: unknown) =>
    maskedNames.has(name.toLowerCase()) ? mask : withoutCode(withoutCardNumber(each), securityCodes),
  );
  return maskCardNumbers(named, mask).slice(0, bodyCharactersMax);
};

/** The card codes in a request, so that an answer that quotes one can be masked: three digits look like any other. */
const securityCodesIn = (body: string | undefined): readonly string[] => {
  const codes: string[] = [];
  JSON.stringify(body === undefined ? undefined : parseJson(body), (name, each: unknown) => {
    if (name.toLowerCase() === 'securitycode' && typeof each === 'string' && /^\d+$/.test(each)) codes.push(each);
    return each;
  });
  return codes;
};

const withoutCode = (value: unknown, codes: readonly string[]): unknown =>
  typeof value === 'string'
    ? codes.reduce((text, code) => text.replace(new RegExp(`(?<!\\w)${code}(?!\\w)`, 'g'), mask), value)
    : value;

/** As a number it has no quotes to keep, so it becomes a text first. A text with a card in other digits goes as a whole. */
const withoutCardNumber = (value: unknown): unknown => {
  if (typeof value !== 'number' && typeof value !== 'string') return value;
  const masked = maskCardNumbers(String(value), mask);
  if (holdsCardNumber(masked)) return mask;
  return masked === String(value) ? value : masked;
};
