import { compactVerify, createRemoteJWKSet } from 'jose';
import { type CobStatus } from '../providers/pix/cob';

/** What a payer's bank shows before it asks for the PIN. */
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

/** A PSP as banks know it. */
export interface RegisteredPsp {
  /** What its locations begin with. */
  readonly locationHost: string;
  /** Where that is. Real ones are at https://{locationHost}. */
  baseUrl(): string;
}

/**
 * Fetches a location and verifies what it serves. As real banks do, it goes only to registered PSPs, which here is
 * the one this sandbox simulates: a BR Code must not send the bank to any address a stranger wrote into it.
 */
export const createLocationReader = (psp: RegisteredPsp): LocationReader => {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  const keysOf = (baseUrl: string) =>
    (keys ??= createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`), { timeoutDuration: fetchTimeoutMs }));

  return async (location) => {
    const [host = '', ...path] = location.split('/');
    if (host !== psp.locationHost) return { outcome: 'untrusted', reason: `${host} is not a PSP this bank knows.` };
    const fetched = await fetchJws(`${psp.baseUrl()}/${path.join('/')}`);
    if (typeof fetched !== 'string') return fetched;
    try {
      const { payload } = await compactVerify(fetched, keysOf(psp.baseUrl()));
      return { outcome: 'read', cob: JSON.parse(Buffer.from(payload).toString('utf8')) as PayableCob };
    } catch (fault) {
      return { outcome: 'untrusted', reason: fault instanceof Error ? fault.message : 'The signature is not valid.' };
    }
  };
};

const fetchJws = async (url: string): Promise<string | LocationReading> => {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) });
    const text = await answer.text();
    if (answer.status === 404 || answer.status === 410)
      return { outcome: 'not_found', reason: 'The PSP has no charge at this location.' };
    if (answer.ok && answer.headers.get('content-type')?.startsWith(contentType) === true) return text;
    return { outcome: 'unreachable', reason: `The location answered ${answer.status}.` };
  } catch {
    return { outcome: 'unreachable', reason: 'The location did not answer.' };
  }
};
