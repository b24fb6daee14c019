import { type Clock, systemClock } from '@repasse/chassis/clock';
import { type CoinAccount, startCoinAccount } from '@repasse/provider-sandbox/testing/coin-account';
import { type ProviderProxy, startInFrontOf } from './provider-proxy';

export const apiKey = 'an-api-key-for-tests';
export const ipnSecret = 'an-ipn-secret-for-tests';
export const payoutCredentials = {
  email: 'payouts@example.com',
  password: 'a-password-for-tests',
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

export type CoinOperation =
  | 'create'
  | 'list'
  | 'get'
  | 'minimum'
  | 'currencies'
  | 'sign_in'
  | 'estimate'
  | 'validate_address'
  | 'create_payout'
  | 'verify_payout'
  | 'get_payout';

interface Question {
  readonly operation: CoinOperation;
  readonly body: Record<string, unknown>;
}

/** Its url has the version. */
export interface CoinApi extends Omit<CoinAccount, 'url' | 'stop'>, ProviderProxy<Question> {}

/** The sandbox's NOWPayments, which can be told to misbehave. */
export const startCoinApi = async (clock: Clock = systemClock): Promise<CoinApi> => {
  const { url, stop, ...account } = await startCoinAccount({ apiKey, ipnSecret, ...payoutCredentials }, clock);
  const proxy = await startInFrontOf<Question>(
    { url, stop },
    {
      questionOf: ({ method = '', url: path = '' }, text) => ({
        operation: operationOf(method, new URL(path, 'http://coins').pathname),
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }),
    },
  );
  return { ...account, ...proxy, url: `${proxy.url}/v1` };
};

const operationOf = (method: string, path: string): CoinOperation => {
  if (path.endsWith('/min-amount')) return 'minimum';
  if (path.endsWith('/currencies')) return 'currencies';
  if (path.endsWith('/auth')) return 'sign_in';
  if (path.endsWith('/estimate')) return 'estimate';
  if (path.endsWith('/validate-address')) return 'validate_address';
  if (path.endsWith('/verify')) return 'verify_payout';
  if (path.includes('/payout')) return method === 'POST' ? 'create_payout' : 'get_payout';
  if (method === 'POST') return 'create';
  return /\/payment\/\d+$/.test(path) ? 'get' : 'list';
};
