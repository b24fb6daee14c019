import { eventually } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request } from './api';
import { type StackFile } from '../../deploy/local/stack-file';

export type ProviderName = 'pix' | 'international' | 'card' | 'fx' | 'crypto';

export interface CoinDeposit {
  readonly detected: boolean;
  readonly paymentId: string | null;
}

const readClock = async ({ sandboxUrl }: StackFile): Promise<{ readonly now: string; readonly offsetMs: number }> =>
  (await request<{ readonly now: string; readonly offsetMs: number }>('GET', `${sandboxUrl}/sandbox/clock`)).body;

/** Each follows the clock by itself, and answers a merchant here. */
const services = [
  ...['charge', 'payment-gateway', 'split-settlement'],
  ...['invoice-query', 'webhook-dispatcher', 'identity'],
];

/** Tokens tell time in whole seconds. */
const toleranceMs = 1_000;

const issuedAtMs = (token: string): number =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { readonly iat: number }).iat *
  1_000;

/** What can go wrong and what time it is, in the simulated world behind the providers' protocols. */
export const sandboxWorld = (stack: StackFile) => {
  const put = (path: string, body: object) => request<object>('PUT', `${stack.sandboxUrl}${path}`, { body });
  return {
    /** Replaces how one provider behaves; without switches it behaves. */
    chaos: (provider: ProviderName, switches: object = {}) => put('/sandbox/chaos', { [provider]: switches }),
    /** The same for several at once; those that are not named behave. */
    chaosOf: (providers: readonly ProviderName[], switches: object = {}) =>
      put('/sandbox/chaos', Object.fromEntries(providers.map((provider) => [provider, switches]))),
    /** Ends whatever was set here, for the suite that comes next. */
    behave: async () => {
      await put('/sandbox/chaos', {});
      await put('/sandbox/crypto/payouts', {});
    },
    /** The moment that the services take for now, in milliseconds since 1970. */
    nowMs: async (): Promise<number> => Date.parse((await readClock(stack)).now),
    /** Lets time pass for every service, and answers a merchant whose token is of the new time. */
    moveClockBy: async (ms: number): Promise<MerchantApi> => {
      await put('/sandbox/clock', { offsetMs: (await readClock(stack)).offsetMs + ms });
      const movedToMs = Date.parse((await readClock(stack)).now);
      return eventually(async () => {
        const merchant = await MerchantApi.signIn(stack);
        // While identity has not followed, its tokens are of the old time, and end too soon.
        if (issuedAtMs(merchant.token) < movedToMs - toleranceMs) return undefined;
        // A service that has not followed yet refuses the token, or says it lives in another hour.
        const answers = await Promise.all(services.map((service) => merchant.get(`/requests/${service}?limit=1`)));
        return answers.every(({ status }) => status === 200) ? merchant : undefined;
      });
    },
    payInternational: (token: string, outcome?: string) =>
      request<object>('POST', `${stack.sandboxUrl}/sandbox/international/pay`, {
        body: { token, ...(outcome !== undefined && { outcome }) },
      }),
    /** Coins of a payer's wallet; all that was asked for unless an amount of coins is given. */
    depositCoins: (payAddress: string, amount?: string) =>
      request<CoinDeposit>('POST', `${stack.sandboxUrl}/sandbox/crypto/deposit`, {
        body: { payAddress, ...(amount !== undefined && { amount }) },
      }),
  };
};
