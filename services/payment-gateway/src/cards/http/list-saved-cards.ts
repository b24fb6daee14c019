import { type Operation } from '@repasse/chassis/http/app';
import { cursorList } from '@repasse/chassis/http/cursor-list';
import { type components, type operations } from '@repasse/contracts/generated/http/payment-gateway';
import { type ListedCard, type SavedCards } from '../store/saved-cards';
import { brasiliaTime } from '@repasse/values/brasilia-time';
import { userIdOf } from '../../payments/http/caller';

type Query = NonNullable<operations['listSavedCards']['parameters']['query']>;

/** GET /payments/v1/saved-cards: the cards a merchant can charge again, newest first. */
export const listSavedCards = (savedCards: Pick<SavedCards, 'list'>): Operation<unknown, Query> => ({
  check: ({ query: { cursor } }, faulty) => cursors.faultsOf(cursor, faulty),
  handle: async (request) => {
    const { cursor, limit = 10 } = request.query;
    const after = cursors.after(cursor)?.cardToken;
    const found = await savedCards.list({ userId: userIdOf(request), after, limit: limit + 1 });
    return { status: 200, body: cursors.pageOf(found, limit, savedCardBody) };
  },
});

const cursors = cursorList<Pick<ListedCard, 'cardToken'>>({
  write: ({ cardToken }) => cardToken,
  read: (text) => (/^card_[0-9A-HJKMNP-TV-Z]{26}$/.test(text) ? { cardToken: text } : undefined),
});

const savedCardBody = (card: ListedCard): components['schemas']['SavedCard'] => ({
  card_token: card.cardToken,
  brand: card.brand,
  last4: card.last4,
  expiration_month: card.expirationMonth,
  expiration_year: card.expirationYear,
  charge_id: card.chargeId,
  invoice_id: card.invoiceId,
  createdAt: brasiliaTime(card.createdAt),
});
