import { describedBy } from '@repasse/chassis/testing/described-answers';
import { callApi, startTestIssuer, type TestAnswer, type TestCall } from '@repasse/chassis/testing/http-test';
import { type Overrides } from '../../src/main';
import { type Acquirer } from './acquirer';
import { type Bank } from './bank';
import { type CardGateway, securityCode, startCardGateway } from './card-gateway';
import { approvedNumber } from './card-payments';
import { type Gateway } from './gateway';
import { merchantId } from './merchant';

export const deniedNumber = '4024007100000032';

/** A checkout, as its merchant was told of it. */
export interface MadeCheckout {
  readonly status: string;
  readonly id: number;
  readonly id_transaction: string;
  readonly checkout_id: string;
  readonly checkout_url: string;
  /** Empty where there is none. */
  readonly checkout_token: string;
}

export interface CheckoutWorld {
  readonly gateway: Gateway;
  readonly acquirer: Acquirer;
  readonly bank: Bank;
  createCard(
    body: object,
    headers?: Record<string, string>,
    scopes?: readonly string[],
    userId?: number,
  ): Promise<TestAnswer & { made: MadeCheckout }>;
  createPix(body: object): Promise<TestAnswer & { made: MadeCheckout }>;
  read(made: Pick<MadeCheckout, 'id'>, userId?: number): Promise<TestAnswer>;
  get(made: MadeCheckout, what: 'state'): Promise<TestAnswer>;
  state(made: MadeCheckout): Promise<TestAnswer['body']>;
  pay(made: MadeCheckout, body: object): Promise<TestAnswer>;
  tell(made: MadeCheckout, body: object, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Anything else a merchant asks for. */
  ask(method: Method, path: string, who?: { userId?: number; scopes?: readonly string[] }): Promise<TestAnswer>;
  payByCard: CardGateway['payByCard'];
  stop(): Promise<void>;
}

type Method = 'GET' | 'POST' | 'DELETE';

export const goodCard = (number = approvedNumber) => ({
  number,
  holderName: 'Fulana de Tal',
  expirationMonth: 12,
  expirationYear: 2035,
  securityCode,
});

const assertDescribed = describedBy('payment-gateway');

/** A gateway with a bank and an acquirer, a merchant who makes checkouts, and payers who open them. */
export const openCheckouts = async (overrides: Overrides = {}, more: object = {}): Promise<CheckoutWorld> => {
  const issuer = await startTestIssuer(overrides.clock);
  const identity = { JWKS_URL: issuer.jwksUrl, TOKEN_ISSUER: issuer.issuer };
  const cards = await startCardGateway(overrides, { ...identity, ...more });
  const { gateway, acquirer, bank } = cards;

  const ask = async (method: Method, path: string, call: TestCall = {}): Promise<TestAnswer> => {
    const answer = await callApi(gateway.url, method, path, call);
    const contentType = answer.headers.get('content-type');
    // An answer without content has nothing that could be described.
    if (answer.status !== 204) assertDescribed(method, path, { status: answer.status, body: answer.body, contentType });
    return answer;
  };
  const asMerchant = async (scopes: readonly string[] = ['payments:write', 'payments:read'], userId = merchantId) =>
    issuer.token({ userId, scopes: [...scopes] });
  const made = (answer: TestAnswer) => ({
    ...answer,
    made: { checkout_token: '', ...(answer.body['response'] as Partial<MadeCheckout>) } as MadeCheckout,
  });
  const tokenOf = ({ checkout_token: token }: MadeCheckout): Record<string, string> =>
    token === '' ? {} : { 'x-checkout-token': token };
  const at = ({ checkout_id }: MadeCheckout, what: string): string => `/payments/checkout/${checkout_id}/${what}`;

  return {
    gateway,
    acquirer,
    bank,
    ask: async (method, path, { userId, scopes } = {}) =>
      ask(method, path, { token: await asMerchant(scopes, userId) }),
    payByCard: (o) => cards.payByCard(o),
    createCard: async (body, headers = {}, scopes, userId) =>
      made(await ask('POST', '/payments/v1/card', { body, headers, token: await asMerchant(scopes, userId) })),
    createPix: async (body) => made(await ask('POST', '/payments', { body, token: await asMerchant() })),
    read: async ({ id }, userId) => ask('GET', `/payments/${id}`, { token: await asMerchant(undefined, userId) }),
    get: (checkout, what) => ask('GET', at(checkout, what), { headers: tokenOf(checkout) }),
    state: async (checkout) => (await ask('GET', at(checkout, 'state'), { headers: tokenOf(checkout) })).body,
    pay: (checkout, body) => ask('POST', at(checkout, 'card'), { body, headers: tokenOf(checkout) }),
    tell: (checkout, body, headers = {}) => ask('POST', at(checkout, 'payer'), { body, headers }),
    stop: async () => {
      await cards.stop();
      await issuer.stop();
    },
  };
};
