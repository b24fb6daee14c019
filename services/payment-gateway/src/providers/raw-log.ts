import { type ExchangeAnswer, type ExchangeFault, type ExchangeRequest } from './exchange';

/** One exchange with a provider as it is kept: what was asked and answered, without secrets and without the payer. */
export interface ProviderCall {
  readonly provider: string;
  readonly operation: string;
  readonly reference: string | null;
  readonly method: string;
  readonly path: string;
  readonly requestBody: string | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly fault: string | null;
  readonly durationMs: number;
  readonly askedAt: string;
}

export type ProviderCallLog = (call: ProviderCall) => void;

/** Longer bodies are errors with pages of markup; their beginning tells what there is to tell. */
const bodyCharactersMax = 8_192;
const mask = '***';

/** Credentials, and what identifies the payer: that lives in `payers` alone, where it can be erased. */
const maskedNames = new Set([
  'access_token',
  'refresh_token',
  'client_secret',
  'client_id',
  'cpf',
  'cnpj',
  'nome',
  'email',
  'logradouro',
  'infopagador',
  'pagador',
  'devedor',
]);

export const toProviderCall = (
  provider: string,
  request: ExchangeRequest,
  result: ExchangeAnswer | ExchangeFault,
  durationMs: number,
  askedAt: string,
): ProviderCall => ({
  provider,
  operation: request.operation,
  reference: request.reference,
  method: request.method,
  path: request.url.pathname,
  requestBody: request.body === undefined ? null : maskBody(request.body),
  responseStatus: 'status' in result ? result.status : null,
  responseBody: 'status' in result ? maskBody(result.text) : null,
  fault: 'status' in result ? null : result.code,
  durationMs,
  askedAt,
});

/** What is not JSON is kept only by its size: a form or a page cannot be masked by name with any certainty. */
export const maskBody = (text: string): string => {
  const value = parsed(text);
  if (value === undefined) return text === '' ? '' : `[${text.length} characters, not JSON]`;
  return JSON.stringify(value, (name, each: unknown) => (maskedNames.has(name.toLowerCase()) ? mask : each)).slice(
    0,
    bodyCharactersMax,
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
