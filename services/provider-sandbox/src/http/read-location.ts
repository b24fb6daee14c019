import { type Exchange, openExchange } from '@repasse/chassis/http/exchange';
import { compactVerify, createRemoteJWKSet } from 'jose';
import { type CobStatus } from '../providers/pix/cob';

/** The charge that a payer's bank shows before it asks for the PIN. */
export interface PayableCob {
  readonly txid: string;
  readonly status: CobStatus;
  readonly chave: string;
  readonly valor: { readonly original: string };
  readonly calendario: { readonly criacao: string; readonly expiracao: number };
}

export type LocationReading =
  | { readonly outcome: 'read'; readonly cob: PayableCob }
  | { readonly outcome: 'not_found' | 'untrusted' | 'unreachable'; readonly reason: string };

export type LocationReader = (location: string) => Promise<LocationReading>;

/** A payer standing at a till waits no longer. */
const fetchTimeoutMs = 5_000;
const contentType = 'application/jose';

/** As many payers at once as pay in a benchmark; a charge with all its texts is far smaller. */
const socketsMax = 128;
const answerBytesMax = 64 * 1_024;

/** A PSP as banks know it. */
interface RegisteredPsp {
  /** The host with which its locations begin. */
  readonly locationHost: string;
  /** The address of that host. Real ones are at https://{locationHost}. */
  baseUrl(): string;
  /** Ends the bank's connections to it. */
  readonly stopping: AbortSignal;
}

/**
 * Fetches a location and verifies what it serves. As real banks do, it goes only to registered PSPs, which here is
 * the one this sandbox simulates: a BR Code must not send the bank to any address a stranger wrote into it.
 */
export const createLocationReader = (psp: RegisteredPsp): LocationReader => {
  const bank = openExchange({ socketsMax, answerBytesMax, repeatsUnanswered: true });
  psp.stopping.addEventListener('abort', bank.close, { once: true });
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  const keysOf = (baseUrl: string) =>
    (keys ??= createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`), { timeoutDuration: fetchTimeoutMs }));

  return async (location) => {
    const [host = '', ...path] = location.split('/');
    if (host !== psp.locationHost) return { outcome: 'untrusted', reason: `${host} is not a PSP this bank knows.` };
    const fetched = await fetchJws(bank.exchange, `${psp.baseUrl()}/${path.join('/')}`);
    if (typeof fetched !== 'string') return fetched;
    try {
      const { payload } = await compactVerify(fetched, keysOf(psp.baseUrl()));
      return { outcome: 'read', cob: JSON.parse(Buffer.from(payload).toString('utf8')) as PayableCob };
    } catch (fault) {
      return { outcome: 'untrusted', reason: fault instanceof Error ? fault.message : 'The signature is not valid.' };
    }
  };
};

const fetchJws = async (exchange: Exchange, url: string): Promise<string | LocationReading> => {
  try {
    const request = { method: 'GET', url: new URL(url), headers: {}, timeoutMs: fetchTimeoutMs };
    const { status, headers, text } = await exchange(request);
    if (status === 404 || status === 410)
      return { outcome: 'not_found', reason: 'The PSP has no charge at this location.' };
    if (status === 200 && headers['content-type']?.startsWith(contentType) === true) return text;
    return { outcome: 'unreachable', reason: `The location answered ${status}.` };
  } catch {
    return { outcome: 'unreachable', reason: 'The location did not answer.' };
  }
};
