import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type CheckoutWorld, goodCard } from './checkouts';
import { merchantId } from './merchant';

/** A card whose payer has agreed to have it saved, and the payment it was saved with. */
export const saveCard = async (
  world: CheckoutWorld,
  order: object,
  userId = merchantId,
): Promise<{ readonly cardToken: string; readonly id: number }> => {
  const { made } = await world.createCard(order, {}, undefined, userId);
  await world.pay(made, { card: goodCard(), saveCard: true });
  return { cardToken: await cardTokenOf(world, made.id, userId), id: made.id };
};

/** As its merchant reads it. */
export const cardTokenOf = async (world: CheckoutWorld, id: number, userId = merchantId): Promise<string> => {
  const { card_token } = (await world.read({ id }, userId)).body['response'] as { card_token: string };
  return card_token;
};

/** What the acquirer was sent to charge, in order. */
export const sales = ({ acquirer }: CheckoutWorld): readonly unknown[] =>
  acquirer.questions.filter(({ operation }) => operation === 'sell').map(({ body }) => body);

export interface ListedCards {
  readonly data: readonly { readonly card_token: string }[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null };
}

/** One page of a merchant's saved cards. */
export const listCards = async (world: CheckoutWorld, userId: number, query = ''): Promise<ListedCards> => {
  const { body } = await world.ask('GET', `/payments/v1/saved-cards${query}`, { userId });
  return { data: body['data'] as ListedCards['data'], pagination: body['pagination'] as ListedCards['pagination'] };
};

export const eraseCard = (world: CheckoutWorld, cardToken: string, userId = merchantId): Promise<TestAnswer> =>
  world.ask('DELETE', `/payments/v1/saved-cards/${cardToken}`, { userId });
