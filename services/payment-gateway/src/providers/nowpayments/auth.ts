import { type Clock } from '@repasse/chassis/clock';
import { type TimeLeft } from '../time-left';
import { type CoinAnswer } from './ask';
import { asRecord, asText, parsed } from './fields';
import { type Credentials, type PayoutClient } from './payout-client';

/** The provider's tokens live five minutes; a request on its way must not arrive with a dead one. */
const usableMs = 4 * 60_000;

/** Asks with a token. A token that is turned away is replaced once: what was asked with it was not looked at. */
export type SignedIn = (timeLeft: TimeLeft, ask: (bearer: string) => Promise<CoinAnswer>) => Promise<CoinAnswer>;

export const createSignedIn = (o: { client: PayoutClient; credentials: Credentials; clock: Clock }): SignedIn => {
  let held: { readonly token: string; readonly untilMs: number } | undefined;
  let fetching: Promise<CoinAnswer | string> | undefined;

  const renew = async (timeoutMs: number): Promise<CoinAnswer | string> => {
    const untilMs = o.clock.now().getTime() + usableMs;
    const answer = await o.client.signIn(o.credentials, timeoutMs);
    const token = answer.kind === 'answered' ? tokenIn(answer.text) : undefined;
    if (token === undefined) return answer;
    held = { token, untilMs };
    return token;
  };
  /** One sign-in for all who wait for it. */
  const token = async (timeLeft: TimeLeft): Promise<CoinAnswer | string> => {
    if (held !== undefined && o.clock.now().getTime() < held.untilMs) return held.token;
    fetching ??= renew(timeLeft.timeoutMs()).finally(() => (fetching = undefined));
    return fetching;
  };

  return async (timeLeft, ask) => {
    for (let isRepeat = false; ; isRepeat = true) {
      const bearer = await token(timeLeft);
      if (typeof bearer !== 'string') return notSignedIn(bearer);
      const answer = await ask(bearer);
      if (isRepeat || answer.kind !== 'unavailable' || answer.status !== 401) return answer;
      if (held?.token === bearer) held = undefined;
    }
  };
};

/** Whatever kept us from signing in, what was to be asked was not asked. */
const notSignedIn = (answer: CoinAnswer): CoinAnswer => ({
  kind: 'unavailable',
  detail: `No token: ${'detail' in answer ? answer.detail : `the answer to the sign-in was ${answer.kind}.`}`,
});

const tokenIn = (text: string): string | undefined => {
  try {
    return asText(asRecord(parsed(text), 'sign-in')['token'], 'token');
  } catch {
    return undefined;
  }
};
