import { describedBy } from '@repasse/chassis/testing/described-answers';
import { callApi, startTestIssuer, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type Overrides } from '../../src/main';
import { type CardGateway, securityCode, startCardGateway } from './card-gateway';
import { approvedNumber } from './card-payments';
import { internalToken, newRequest } from './gateway';
import { merchantId } from './merchant';

export const deniedNumber = '4024007100000032';

type Method = 'GET' | 'POST' | 'DELETE';

interface Sent {
  readonly userId?: number;
  readonly paymentId?: string;
  readonly number?: string;
  readonly saveCard?: boolean;
  /** Instead of the number. */
  readonly cardToken?: string;
}

export interface PaidByCard extends TestAnswer {
  readonly paymentId: string;
  readonly sent: Sent;
}

/** A gateway with an acquirer, the charge service that asks it to charge cards, and merchants who look at theirs. */
export interface CardWorld extends Pick<CardGateway, 'gateway' | 'acquirer' | 'stop'> {
  pay(sent?: Sent): Promise<PaidByCard>;
  /** As a merchant. */
  ask(method: Method, path: string, who?: { userId?: number; scopes?: readonly string[] }): Promise<TestAnswer>;
  /** As another service. */
  askInside(path: string): Promise<TestAnswer>;
}

const assertDescribed = describedBy('payment-gateway');
const fromInside = { 'repasse-internal-token': internalToken };

export const openCardWorld = async (overrides: Overrides = {}, more: object = {}): Promise<CardWorld> => {
  const issuer = await startTestIssuer(overrides.clock);
  const cards = await startCardGateway(overrides, { JWKS_URL: issuer.jwksUrl, TOKEN_ISSUER: issuer.issuer, ...more });
  const call = async (method: Method, path: string, o: Parameters<typeof callApi>[3]): Promise<TestAnswer> => {
    const answer = await callApi(cards.gateway.url, method, path, o);
    const contentType = answer.headers.get('content-type');
    // An answer without content has nothing that could be described.
    if (answer.status !== 204) assertDescribed(method, path, { status: answer.status, body: answer.body, contentType });
    return answer;
  };
  return {
    gateway: cards.gateway,
    acquirer: cards.acquirer,
    pay: async (sent = {}) => {
      const body = requestOf(sent, overrides.clock?.now() ?? new Date());
      const answer = await call('POST', '/internal/card-payments', { body, headers: fromInside });
      return { ...answer, paymentId: body.paymentId, sent: { ...sent, paymentId: body.paymentId } };
    },
    ask: async (method, path, { userId = merchantId, scopes = ['payments:write', 'payments:read'] } = {}) =>
      call(method, path, { token: await issuer.token({ userId, scopes: [...scopes] }) }),
    askInside: (path) => call('GET', path, { headers: fromInside }),
    stop: async () => {
      await cards.stop();
      await issuer.stop();
    },
  };
};

/** The same paymentId again is the same request. */
const requestOf = ({ userId = merchantId, number = approvedNumber, saveCard, cardToken, ...sent }: Sent, now: Date) => {
  const paymentId = sent.paymentId ?? newRequest().paymentId;
  const [chargeId, attemptId] = [paymentId.replace('pay_', 'ch_'), paymentId.replace('pay_', 'att_')];
  const expiresAt = new Date(now.getTime() + 3_600_000).toISOString();
  return {
    ...newRequest({ userId, paymentId, chargeId, attemptId, expiresAt, paymentMethod: undefined }).body,
    installments: 2,
    paymentId,
    ...(saveCard !== undefined && { saveCard }),
    ...(cardToken === undefined ? { card: cardBody(number) } : { cardToken }),
  };
};

const cardBody = (number: string): object => ({
  number,
  holderName: 'Fulana de Tal',
  expirationMonth: 12,
  expirationYear: 2035,
  securityCode,
});

/** A card whose payer has agreed to have it saved, and the payment it was saved with. */
export const saveCard = async (
  world: CardWorld,
  userId = merchantId,
): Promise<{ readonly cardToken: string; readonly paymentId: string; readonly invoiceId: number }> => {
  const { paymentId, body } = await world.pay({ userId, saveCard: true });
  const [row] = await world.gateway.db.query<{ token: string }>(
    'select card_token as token from saved_cards where payment_id = $1',
    [paymentId],
  );
  return { cardToken: row?.token ?? '', paymentId, invoiceId: Number(body['invoiceId']) };
};

/** What the acquirer was sent to charge, in order. */
export const sales = ({ acquirer }: Pick<CardWorld, 'acquirer'>): readonly unknown[] =>
  acquirer.questions.filter(({ operation }) => operation === 'sell').map(({ body }) => body);

export interface ListedCards {
  readonly data: readonly { readonly card_token: string }[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null };
}

/** One page of a merchant's saved cards. */
export const listCards = async (world: CardWorld, userId: number, query = ''): Promise<ListedCards> => {
  const { body } = await world.ask('GET', `/payments/v1/saved-cards${query}`, { userId });
  return { data: body['data'] as ListedCards['data'], pagination: body['pagination'] as ListedCards['pagination'] };
};

export const eraseCard = (world: CardWorld, cardToken: string, userId = merchantId): Promise<TestAnswer> =>
  world.ask('DELETE', `/payments/v1/saved-cards/${cardToken}`, { userId });
