import { type Clock } from '@repasse/chassis/clock';
import { type Answer } from './ask';

/** A token, or why there is none. */
export type Grant =
  | { readonly token: string; /** Counted from the request. */ readonly usableMs: number }
  | { readonly detail: string };

/** Asks with a token that is fetched once for all who wait for it, and kept until it is about to die. */
export type WithBearer = (timeoutMs: () => number, ask: (token: string) => Promise<Answer>) => Promise<Answer>;

/**
 * A 401 means that the token died early and nothing was done, so a fresh one may try once more. Without a token nothing
 * was asked, however fetching it failed.
 */
export const createBearer = (clock: Clock, fetchGrant: (timeoutMs: number) => Promise<Grant>): WithBearer => {
  let held: { readonly token: string; readonly untilMs: number } | undefined;
  let fetching: Promise<Grant> | undefined;

  const renew = async (timeoutMs: number): Promise<Grant> => {
    const askedAtMs = clock.now().getTime();
    const grant = await fetchGrant(timeoutMs);
    if ('token' in grant) held = { token: grant.token, untilMs: askedAtMs + grant.usableMs };
    return grant;
  };
  const current = async (timeoutMs: number): Promise<{ readonly token: string } | { readonly detail: string }> => {
    if (held !== undefined && clock.now().getTime() < held.untilMs) return held;
    fetching ??= renew(timeoutMs).finally(() => (fetching = undefined));
    return fetching;
  };

  return async (timeoutMs, ask) => {
    for (let isRepeat = false; ; isRepeat = true) {
      const grant = await current(timeoutMs());
      if ('detail' in grant) return { outcome: 'unavailable', detail: `No access token: ${grant.detail}` };
      const answer = await ask(grant.token);
      if (isRepeat || answer.outcome !== 'unavailable' || answer.status !== 401) return answer;
      // Another request may have fetched a newer one meanwhile, which stays.
      if (held?.token === grant.token) held = undefined;
    }
  };
};
