import { type Operation } from '@repasse/chassis/http/app';
import { type components, type operations } from '@repasse/contracts/generated/http/payment-gateway';
import { type ListedCard, type ListedCards } from '../store/list-saved-cards';
import { brasiliaTime } from './brasilia-time';
import { userIdOf } from './caller';
import { readCursor, writeCursor } from './saved-card-cursor';

type Query = NonNullable<operations['listSavedCards']['parameters']['query']>;

/** GET /payments/v1/saved-cards: the cards a merchant can charge again, newest first. */
export const listSavedCards = (cards: ListedCards): Operation<unknown, Query> => ({
  check: ({ query: { cursor } }, faulty) =>
    cursor === undefined || faulty.has('cursor') || readCursor(cursor) !== undefined
      ? []
      : [{ field: 'cursor', message: 'is not a nextCursor of this list' }],
  handle: async (request) => {
    const { cursor, limit = 10 } = request.query;
    // One more than asked for tells whether there is a next page.
    const found = await cards.list({ userId: userIdOf(request), after: readCursor(cursor), limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last.cardToken) : null;
    return { status: 200, body: { data: page.map(savedCardBody), pagination: { limit, nextCursor } } };
  },
});

const savedCardBody = (card: ListedCard): components['schemas']['SavedCard'] => ({
  card_token: card.cardToken,
  brand: card.brand,
  last4: card.last4,
  expiration_month: card.expirationMonth,
  expiration_year: card.expirationYear,
  invoice_id: card.invoiceId,
  createdAt: brasiliaTime(card.createdAt),
});
