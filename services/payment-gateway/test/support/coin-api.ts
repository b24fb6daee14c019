import { type CoinBooks, createCoinBooks, type Json } from './coin-books';
import { createPayoutBooks, type PayoutBooks } from './payout-books';
import { type ProviderStandIn, startProviderStandIn } from './provider-stand-in';

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
  readonly body: Json;
}

/** Its url has the version. */
export interface CoinApi extends Omit<CoinBooks, 'answer'>, ProviderStandIn<Question> {
  readonly payouts: PayoutBooks;
}

/** A NOWPayments that can be told to misbehave. */
export const startCoinApi = async (): Promise<CoinApi> => {
  const books = createCoinBooks();
  const payouts = createPayoutBooks();
  const standIn = await startProviderStandIn<Question>({
    route: ({ method = '', url = '', headers }, text) => {
      const { pathname: path, searchParams: query } = new URL(url, 'http://coins');
      const body = text === '' ? {} : (JSON.parse(text) as Json);
      const asked = { method, path, query, headers: { ...headers }, body };
      return {
        question: { operation: operationOf(method, path), body },
        act: () => payouts.answer(asked) ?? books.answer(asked),
      };
    },
  });
  return { ...books, ...standIn, url: `${standIn.url}/v1`, payouts };
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
