/** Of a payment that was rebuilt from its public events, which do not tell it. A repeated request is not compared by it. */
export const unknownQuoteId = '';

/** An amount in BRL converted to another currency, frozen: the payer is charged exactly `finalAmountMinor`. */
export interface FxQuote {
  readonly quoteId: string;
  readonly sourceCurrency: 'BRL';
  readonly targetCurrency: string;
  readonly sourceAmountMinor: number;
  /** In minor units of the target currency, by its ISO 4217 exponent. */
  readonly finalAmountMinor: number;
  /** BRL for one unit of the target currency, as quoted: a decimal, never a float. */
  readonly rate: string;
  readonly spreadBps: number;
  readonly rateWithSpread: string;
  readonly source: string;
  readonly quotedAt: string;
  readonly expiresAt: string;
}
