import { inspect } from 'node:util';
import { brandOf, type CardBrand as KnownBrand } from '@repasse/checkout-kit/both-sides/card-schemes';
import { type CardSummary } from '../payments/domain/methods';

/**
 * A card on its way to the acquirer, in memory only. The details are private fields behind accessors of the class, so
 * that nothing that copies, prints or serialises an object (spread, JSON, a log line, an error's fields) carries more
 * than the brand and the last four digits.
 */
abstract class ConcealedCard<Details, Brand extends string> implements CardSummary {
  readonly #details: Details;

  constructor(
    readonly brand: Brand,
    readonly last4: string,
    details: Details,
  ) {
    this.#details = { ...details };
  }

  /** For the request to the acquirer and for nothing else. */
  reveal(): Details {
    return this.#details;
  }

  toString(): string {
    return `${this.brand} ****${this.last4}`;
  }

  toJSON(): { brand: Brand; last4: string } {
    return { brand: this.brand, last4: this.last4 };
  }

  [inspect.custom](): string {
    return `${this.constructor.name} { ${this.toString()} }`;
  }
}

/** UNKNOWN is of no scheme that an acquirer here takes. */
export type CardBrand = KnownBrand | 'UNKNOWN';

export interface CardDetails {
  /** Digits only. */
  readonly number: string;
  readonly holderName: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
  readonly securityCode: string;
}

/** A payer's card as they typed it. */
export class Card extends ConcealedCard<CardDetails, CardBrand> {
  constructor(details: CardDetails) {
    super(brandOf(details.number) ?? 'UNKNOWN', details.number.slice(-4), details);
  }
}

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
