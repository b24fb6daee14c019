import { type Clock } from '@repasse/chassis/clock';
import { type RevolutAccount, startRevolutAccount } from '@repasse/provider-sandbox/testing/revolut-account';
import { type ProviderProxy, startInFrontOf } from './provider-proxy';

export type MerchantOperation = 'create' | 'list' | 'get' | 'cancel' | 'refund' | 'webhooks';

type Json = Record<string, unknown>;

interface Question {
  readonly operation: MerchantOperation;
  readonly headers: Json;
  readonly body: Json;
}

export interface MerchantApi extends Omit<RevolutAccount, 'url' | 'stop'>, ProviderProxy<Question> {}

export const secretKey = 'sk_a-secret-key-for-tests';

/** The sandbox's Merchant API, which can be told to misbehave. */
export const startMerchantApi = async (clock: Clock): Promise<MerchantApi> => {
  const { url, stop, ...account } = await startRevolutAccount(secretKey, clock);
  const proxy = await startInFrontOf<Question>(
    { url, stop },
    {
      questionOf: ({ method = '', url: path = '', headers }, text) => ({
        operation: operationOf(method, new URL(path, 'http://merchant').pathname),
        headers: { ...headers },
        body: text === '' ? {} : (JSON.parse(text) as Json),
      }),
    },
  );
  return { ...account, ...proxy };
};

const operationOf = (method: string, path: string): MerchantOperation => {
  if (path.startsWith('/api/webhooks')) return 'webhooks';
  if (path.endsWith('/cancel')) return 'cancel';
  if (path.endsWith('/refund')) return 'refund';
  if (method === 'POST') return 'create';
  return path === '/api/orders' ? 'list' : 'get';
};
