import { createMerchantBooks, type Json, type MerchantBooks } from './merchant-books';
import { type ProviderStandIn, startProviderStandIn } from './provider-stand-in';

export type MerchantOperation = 'create' | 'list' | 'get' | 'cancel' | 'refund' | 'webhooks';

interface Question {
  readonly operation: MerchantOperation;
  readonly headers: Json;
  readonly body: Json;
}

export interface MerchantApi extends Omit<MerchantBooks, 'answer'>, ProviderStandIn<Question> {}

/** A Merchant API that can be told to misbehave. */
export const startMerchantApi = async (): Promise<MerchantApi> => {
  const books = createMerchantBooks();
  const standIn = await startProviderStandIn<Question>({
    route: ({ method = '', url = '', headers }, text) => {
      const { pathname: path, searchParams: query } = new URL(url, 'http://merchant');
      const body = text === '' ? {} : (JSON.parse(text) as Json);
      return {
        question: { operation: operationOf(method, path), headers: { ...headers }, body },
        act: () => books.answer({ method, path, query, headers: { ...headers }, body }),
      };
    },
  });
  return { ...books, ...standIn };
};

const operationOf = (method: string, path: string): MerchantOperation => {
  if (path.startsWith('/api/webhooks')) return 'webhooks';
  if (path.endsWith('/cancel')) return 'cancel';
  if (path.endsWith('/refund')) return 'refund';
  if (method === 'POST') return 'create';
  return path === '/api/orders' ? 'list' : 'get';
};
