/** Access tokens of an API key: fetched when one is needed, and used until most of their time is over. */
export interface Tokens {
  /** The present one, or a new one. Calls at the same moment ask for one together. */
  get(): Promise<string>;
  /** The installation does not take this one any more. */
  forget(token: string): void;
}

export interface Grant {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/** The last fifth is left for requests on their way and clocks that differ. */
const usedShare = 0.8;

export const createTokens = (fetchGrant: () => Promise<Grant>, nowMs = () => Date.now()): Tokens => {
  let current: { readonly token: Promise<string>; untilMs: number } | undefined;

  const renew = (): Promise<string> => {
    const renewed = { token: ask(), untilMs: Infinity };
    async function ask(): Promise<string> {
      try {
        const { accessToken, expiresInSeconds } = await fetchGrant();
        renewed.untilMs = nowMs() + expiresInSeconds * 1_000 * usedShare;
        return accessToken;
      } catch (thrown) {
        // The next call asks again.
        if (current === renewed) current = undefined;
        throw thrown;
      }
    }
    current = renewed;
    return renewed.token;
  };

  return {
    get: () => (current === undefined || nowMs() >= current.untilMs ? renew() : current.token),
    forget: (token) => {
      const of = current;
      void of?.token.then(
        (known) => {
          if (known === token && current === of) current = undefined;
        },
        () => undefined,
      );
    },
  };
};
