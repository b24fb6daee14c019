import { type Call } from './call';
import { ApiError, ConnectionError } from './errors';

const firstPauseMs = 500;
const pauseMaxMs = 8_000;
/** An installation that wants a longer pause is told of to whoever called. */
const retryAfterMaxMs = 60_000;

/** Whether sending the request again can do nothing twice. */
const isRepeatable = ({ method, takesKey }: Pick<Call, 'method' | 'takesKey'>): boolean =>
  method !== 'POST' || takesKey;

/** Whether a request that ended so is sent again. A problem that says whether it is retryable is believed. */
export const isRetried = (call: Pick<Call, 'method' | 'takesKey'>, thrown: unknown): boolean => {
  if (thrown instanceof ConnectionError) return isRepeatable(call);
  if (!(thrown instanceof ApiError)) return false;
  const { status, problem } = thrown;
  // Nothing was done.
  if (status === 429) return true;
  if (!isRepeatable(call)) return false;
  return problem?.retryable ?? (status === 408 || status >= 500);
};

/** How long to wait before the next try, of which there were `tries`; undefined when that is longer than is waited. */
export const pauseMs = (tries: number, thrown: unknown, random = Math.random): number | undefined => {
  const wanted = thrown instanceof ApiError ? retryAfterMs(thrown.headers.get('retry-after')) : undefined;
  if (wanted !== undefined) return wanted <= retryAfterMaxMs ? wanted : undefined;
  // Half of it by chance, so that those who failed together do not come back together.
  const full = Math.min(firstPauseMs * 2 ** (tries - 1), pauseMaxMs);
  return full / 2 + (full / 2) * random();
};

const retryAfterMs = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(at - Date.now(), 0);
};
