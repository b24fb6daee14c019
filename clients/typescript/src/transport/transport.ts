import { version } from '../version';
import { ApiPromise, infoOf, type WithResponse } from './answer';
import { queryOf, type Call } from './call';
import { apiError, ConnectionError, isApiError, type Problem, TimeoutError } from './errors';
import { type KeyedCallOptions, type RepasseOptions } from './options';
import { isRetried, pauseMs } from './retry';
import { sleep } from './sleep';
import { createTokens, type Grant } from './tokens';

const timeoutMsDefault = 30_000;
const maxRetriesDefault = 2;

/** Sends calls: with a token, within time, and again where that is safe. */
export interface Transport {
  call<Body>(call: Call, options?: KeyedCallOptions): ApiPromise<Body>;
}

interface Received {
  readonly response: Response;
  readonly text: string;
}

/** One try of a call. */
interface Try {
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
}

export const createTransport = (options: RepasseOptions): Transport => {
  const fetch = options.fetch ?? globalThis.fetch;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const userAgent = [options.userAgent, `repasse-sdk-typescript/${version}`].filter(Boolean).join(' ');

  const send = async (call: Call, { timeoutMs, headers, signal }: Try): Promise<Received> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl}${call.path}${queryOf(call.query)}`, {
        method: call.method,
        headers: definedOf({ accept: call.accept ?? 'application/json', 'user-agent': userAgent, ...headers }),
        body: bodyOf(call),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      // The time of a try ends with the last byte.
      return { response, text: response.status === 204 ? '' : await response.text() };
    } catch (thrown) {
      if (signal?.aborted === true) throw thrown;
      if (timeout.aborted) throw new TimeoutError(`No answer within ${String(timeoutMs)} ms.`, { cause: thrown });
      throw new ConnectionError(`${baseUrl} could not be reached.`, { cause: thrown });
    }
  };

  const tokens = createTokens(() => fetchGrant(options, send));

  const once = async <Body>(call: Call, each: Try): Promise<WithResponse<Body>> => {
    const token = await tokens.get();
    const received = await send(call, { ...each, headers: { ...each.headers, authorization: `Bearer ${token}` } });
    return readAnswer<Body>(call, received, () => tokens.forget(token));
  };

  const withRetries = async <Body>(call: Call, given: KeyedCallOptions): Promise<WithResponse<Body>> => {
    const retries = given.maxRetries ?? options.maxRetries ?? maxRetriesDefault;
    const each = tryOf(call, given, given.timeoutMs ?? options.timeoutMs ?? timeoutMsDefault);
    let isTokenRenewed = false;
    for (let tries = 1; ;) {
      try {
        return await once<Body>(call, each);
      } catch (thrown) {
        // A token that was revoked early is no fault of the request.
        if (isApiError(thrown, 'auth.token_invalid') && !isTokenRenewed) {
          isTokenRenewed = true;
          continue;
        }
        const pause = tries <= retries && isRetried(call, thrown) ? pauseMs(tries, thrown) : undefined;
        if (pause === undefined) throw thrown;
        await sleep(pause, given.signal);
        tries += 1;
      }
    }
  };

  return { call: (call, given = {}) => new ApiPromise(withRetries(call, given)) };
};

const tryOf = (call: Call, given: KeyedCallOptions, timeoutMs: number): Try => ({
  timeoutMs,
  signal: given.signal,
  headers: {
    ...(call.body === undefined ? {} : { 'content-type': call.contentType ?? 'application/json' }),
    // One key for all tries.
    ...(call.takesKey ? { 'idempotency-key': given.idempotencyKey ?? globalThis.crypto.randomUUID() } : {}),
    ...call.headers,
    ...given.headers,
  },
});

const bodyOf = ({ body, contentType }: Call): NonNullable<RequestInit['body']> | null => {
  if (body === undefined) return null;
  return contentType === undefined ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>);
};

const definedOf = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((each): each is [string, string] => each[1] !== undefined));

const readAnswer = <Body>(
  { accept }: Call,
  { response, text }: Received,
  onUnauthorized: () => void,
): WithResponse<Body> => {
  if (!response.ok) {
    if (response.status === 401) onUnauthorized();
    throw apiError(response.status, problemIn(text), response.headers);
  }
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const data = (accept === undefined && isJson ? JSON.parse(text) : text === '' ? undefined : text) as Body;
  return { data, response: infoOf(response) };
};

/** Undefined where the answer is not the installation's own. */
const problemIn = (text: string): Problem | undefined => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body ? (body as Problem) : oauthProblem(body);
  } catch {
    return undefined;
  }
};

/** Refusals of POST /oauth/token have OAuth's own words. */
const oauthProblem = (body: unknown): Problem | undefined => {
  const { error, error_description: detail = '' } = (body ?? {}) as { error?: string; error_description?: string };
  if (error === undefined) return undefined;
  return { type: 'about:blank', title: 'No token', status: 401, code: error, detail, error };
};

const fetchGrant = async (
  { clientId, clientSecret, scopes, timeoutMs = timeoutMsDefault }: RepasseOptions,
  send: (call: Call, each: Try) => Promise<Received>,
): Promise<Grant> => {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scopes && { scope: scopes.join(' ') }) });
  // RFC 6749 2.3.1 writes both parts as a form does.
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  const contentType = 'application/x-www-form-urlencoded';
  const call = { method: 'POST', path: '/oauth/token', body: form.toString(), contentType, takesKey: false } as const;
  const headers = { authorization: `Basic ${basic}`, 'content-type': contentType };
  const received = await send(call, { timeoutMs, headers, signal: undefined });
  const { data } = readAnswer<{ access_token: string; expires_in: number }>(call, received, () => undefined);
  return { accessToken: data.access_token, expiresInSeconds: data.expires_in };
};
