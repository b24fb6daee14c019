import { type Operation } from '@repasse/chassis/http/app';
import { type operations } from '@repasse/contracts/generated/http/payment-gateway';
import { type ProviderRegistry } from '../../providers/registry';
import { type SavedCards } from '../store/saved-cards';
import { savedCardNotFound } from '../../payments/http/payment-problems';

type Query = operations['getSavedCard']['parameters']['query'];

/** GET /internal/saved-cards/{cardToken}: another merchant's is not found, nor one of an acquirer that is not set up. */
export const getSavedCard = (o: {
  readonly savedCards: SavedCards;
  readonly providers: ProviderRegistry;
}): Operation<unknown, Query> => ({
  handle: async ({ params, query: { userId } }) => {
    const { cardToken = '' } = params;
    const provider = o.providers.forCards()?.name;
    const card = provider === undefined ? undefined : await o.savedCards.find({ cardToken, userId, provider });
    return card === undefined ? savedCardNotFound() : { status: 200, body: { brand: card.brand, last4: card.last4 } };
  },
});
