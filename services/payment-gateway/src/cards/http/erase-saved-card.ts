import { type Operation } from '@repasse/chassis/http/app';
import { type Logger } from '@repasse/chassis/log/logger';
import { type SavedCards } from '../store/saved-cards';
import { userIdOf } from '../../payments/http/caller';
import { savedCardNotFound } from '../../payments/http/payment-problems';

interface EraseSavedCardDeps {
  readonly savedCards: Pick<SavedCards, 'erase'>;
  readonly log: Logger;
}

/** DELETE /payments/v1/saved-cards/{card_token}: the card is charged no more, and nothing is kept to charge it by. */
export const eraseSavedCard = ({ savedCards, log }: EraseSavedCardDeps): Operation => ({
  handle: async (request) => {
    const cardToken = request.params['card_token'] ?? '';
    const userId = userIdOf(request);
    if (!(await savedCards.erase({ cardToken, userId }))) return savedCardNotFound();
    // A card_token is not logged while a card can be charged by it. This one is invalid now.
    log.info({ erased: cardToken, userId }, 'saved card erased');
    return { status: 204 };
  },
});
