import { type CardSummary } from '../payments/domain/payment';
import { ConcealedCard } from './concealed-card';

export interface SavedCardDetails extends CardSummary {
  readonly expirationMonth: number;
  readonly expirationYear: number;
  /** The acquirer's token of the card. */
  readonly providerToken: string;
}

/** A card the acquirer keeps, to be charged once more. Its token is concealed like a number. */
export class SavedCard extends ConcealedCard<SavedCardDetails, string> {
  constructor(details: SavedCardDetails) {
    super(details.brand, details.last4, details);
  }
}
