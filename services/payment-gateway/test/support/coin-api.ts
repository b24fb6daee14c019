import { type Clock, systemClock } from '@repasse/chassis/clock';
import { type CoinAccount, startCoinAccount } from '@repasse/provider-sandbox/testing/coin-account';
import { apiKey, createPayoutBooks, ipnSecret, type Json, type PayoutBooks } from './payout-books';
import { behind, type ProviderStandIn, startProviderStandIn } from './provider-stand-in';

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
export interface CoinApi extends Omit<CoinAccount, 'url' | 'stop'>, ProviderStandIn<Question> {
  readonly payouts: PayoutBooks;
}

/** The sandbox's NOWPayments, which can be told to misbehave. Its payouts are kept here. */
export const startCoinApi = async (clock: Clock = systemClock): Promise<CoinApi> => {
  const { url, stop, ...account } = await startCoinAccount({ apiKey, ipnSecret }, clock);
  const payouts = createPayoutBooks();
  const sandboxed = behind<Question>(
    ({ method = '', url: path = '' }, text) => ({
      operation: operationOf(method, new URL(path, 'http://coins').pathname),
      body: text === '' ? {} : (JSON.parse(text) as Json),
    }),
    (path) => new URL(`${url}${path.replace('/v1', '')}`),
  );
  const standIn = await startProviderStandIn<Question>({
    route: (request, text) => {
      const { question, act } = sandboxed(request, text);
      const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://coins');
      const { method = '', headers } = request;
      const asked = { method, path, query, headers: { ...headers }, body: question.body };
      return { question, act: () => payouts.answer(asked) ?? act() };
    },
  });
  return {
    ...account,
    ...standIn,
    stop: async () => {
      await standIn.stop();
      await stop();
    },
    url: `${standIn.url}/v1`,
    payouts,
  };
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
