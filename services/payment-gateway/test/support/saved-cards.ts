import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type TestEnv } from '@repasse/chassis/testing/running-program';
import { type Overrides } from '../../src/main';
import { cardBody, type CardGateway, startCardGateway } from './card-gateway';
import { approvedNumber } from './card-payments';
import { fromInside, newRequest } from './gateway';
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

export const openCardWorld = async (overrides: Overrides = {}, more: TestEnv = {}): Promise<CardWorld> => {
  const { gateway, acquirer, stop } = await startCardGateway(overrides, more);
  return {
    ...{ gateway, acquirer, stop },
    pay: async (sent = {}) => {
      const body = requestOf(sent, overrides.clock?.now() ?? new Date());
      const answer = await gateway.call('POST', '/internal/card-payments', { body, headers: fromInside });
      return { ...answer, paymentId: body.paymentId, sent: { ...sent, paymentId: body.paymentId } };
    },
    ask: async (method, path, { userId = merchantId, scopes = ['payments:write', 'payments:read'] } = {}) =>
      gateway.call(method, path, { token: await gateway.token({ userId, scopes }) }),
    askInside: (path) => gateway.call('GET', path, { headers: fromInside }),
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
