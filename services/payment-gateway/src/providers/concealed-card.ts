import { inspect } from 'node:util';
import { type CardSummary } from '../payments/domain/payment';

/**
 * A card on its way to the acquirer, in memory only. The details are private fields behind accessors of the class, so
 * that nothing that copies, prints or serialises an object (spread, JSON, a log line, an error's fields) carries more
 * than the brand and the last four digits.
 */
export abstract class ConcealedCard<Details, Brand extends string> implements CardSummary {
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
