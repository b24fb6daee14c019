import { brandOf, type CardBrand as KnownBrand } from '@repasse/checkout-kit/both-sides/card-schemes';
import { ConcealedCard } from './concealed-card';

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
