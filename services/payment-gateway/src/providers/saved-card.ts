import { inspect } from 'node:util';
import { type CardSummary } from '../payments/domain/payment';

export interface SavedCardDetails extends CardSummary {
  readonly expirationMonth: number;
  readonly expirationYear: number;
  /** What the acquirer calls the card. */
  readonly providerToken: string;
}

/** A card the acquirer keeps, on its way to being charged once more. What it is called there shows nowhere, as a number. */
export class SavedCard {
  readonly brand: string;
  readonly last4: string;
  readonly #details: SavedCardDetails;

  constructor(details: SavedCardDetails) {
    this.#details = { ...details };
    this.brand = details.brand;
    this.last4 = details.last4;
  }

  /** For the request to the acquirer and for nothing else. */
  reveal(): SavedCardDetails {
    return this.#details;
  }

  toString(): string {
    return `${this.brand} ****${this.last4}`;
  }

  toJSON(): CardSummary {
    return { brand: this.brand, last4: this.last4 };
  }

  [inspect.custom](): string {
    return `SavedCard { ${this.toString()} }`;
  }
}
