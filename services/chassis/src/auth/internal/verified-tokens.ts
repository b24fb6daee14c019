import { createLatestMap } from '../../latest-map';
import { type Principal } from '../principal';

export interface VerifiedTokens {
  find(token: string, nowMs: number): Principal | undefined;
  keep(token: string, principal: Principal, expiresAtMs: number, nowMs: number): void;
}

/** At about half a kilobyte a token this is 5 MB; the least recently verified goes first. */
const tokensMax = 10_000;

/** A token is verified anew after this long, so that a withdrawn key takes effect. */
const keepMsMax = 5 * 60_000;

/** A signature costs a tenth of a millisecond to check; merchants send the same token thousands of times. */
export const createVerifiedTokens = (): VerifiedTokens => {
  const entries = createLatestMap<{ readonly principal: Principal; readonly forgetAtMs: number }>(tokensMax);
  return {
    find: (token, nowMs) => {
      const entry = entries.get(token);
      if (entry === undefined) return undefined;
      if (nowMs < entry.forgetAtMs) return entry.principal;
      entries.delete(token);
      return undefined;
    },
    keep: (token, principal, expiresAtMs, nowMs) => {
      entries.set(token, { principal, forgetAtMs: Math.min(expiresAtMs, nowMs + keepMsMax) });
    },
  };
};
