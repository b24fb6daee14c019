import { inspect } from 'node:util';
import { brandOf, type CardBrand as KnownBrand } from '@repasse/checkout-kit/both-sides/card-schemes';

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

/**
 * A payer's card on its way to the acquirer, in memory only. The details are private fields behind accessors of the
 * class, so that nothing that copies, prints or serialises an object (spread, JSON, a log line, an error's fields)
 * carries more than the brand and the last four digits.
 */
export class Card {
  readonly brand: CardBrand;
  readonly last4: string;
  readonly #details: CardDetails;

  constructor(details: CardDetails) {
    this.#details = { ...details };
    this.brand = brandOf(details.number) ?? 'UNKNOWN';
    this.last4 = details.number.slice(-4);
  }

  /** The only way to the number and the code: for the request to the acquirer and for nothing else. */
  reveal(): CardDetails {
    return this.#details;
  }

  toString(): string {
    return `${this.brand} ****${this.last4}`;
  }

  toJSON(): { brand: CardBrand; last4: string } {
    return { brand: this.brand, last4: this.last4 };
  }

  [inspect.custom](): string {
    return `Card { ${this.toString()} }`;
  }
}
