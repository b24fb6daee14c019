import { assertNever } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { type FxQuote } from '@repasse/contracts';
import { amountOutOfRange, currencyNotSupported, rateUnavailable } from '../../fx/http/fx-problems';
import { type Quoter } from '../../fx/rates/quote';
import { convertedInto, pricedFiats } from '../../providers/nowpayments/requests';
import { type FxQuotes } from '../../fx/store/fx-quotes';

export interface CryptoPriceDeps {
  readonly quoteFor: Quoter;
  readonly quotes: Pick<FxQuotes, 'keep'>;
}

/** The source currency of quotes, that of charges. */
const convertedFrom = 'BRL';

interface CryptoPricing {
  /**
   * Null where the provider prices in the payment's currency; undefined when the amount is too small or too large to be
   * converted.
   */
  readonly fx: FxQuote | null | undefined;
  readonly priceCurrency: string;
  /** From the currency of the price to that of the payment. Decimal text. */
  readonly rate: string;
}

/**
 * How an amount is sent to the provider: unchanged in the currencies it prices in (no quote), converted by our quote
 * when it is in BRL. Or the answer that says why neither is possible.
 */
export const quoteOf = async (
  o: CryptoPriceDeps,
  currency: string,
  amountMinor: number,
): Promise<CryptoPricing | ApiResponse> => {
  if (pricedFiats.includes(currency)) return { fx: null, priceCurrency: currency, rate: '1' };
  if (currency !== convertedFrom) return unsupported(currency);
  const quoting = await o.quoteFor({ targetCurrency: convertedInto, sourceAmountMinor: amountMinor });
  switch (quoting.outcome) {
    case 'quoted':
      await o.quotes.keep(quoting.quote, quoting.ratedOn);
      return { fx: quoting.quote, priceCurrency: convertedInto, rate: quoting.quote.rateWithSpread };
    case 'unsupported':
      return unsupported(currency);
    case 'unavailable':
      return rateUnavailable();
    case 'out_of_range':
      return { fx: undefined, priceCurrency: convertedInto, rate: quoting.rateWithSpread };
    default:
      return assertNever(quoting);
  }
};

const unsupported = (currency: string): ApiResponse =>
  currencyNotSupported(`Crypto is not priced in ${currency} here. Use ${[convertedFrom, ...pricedFiats].join(', ')}.`);

export const outOfRange = (currency: string): ApiResponse =>
  amountOutOfRange(`The amount in ${currency} is too small or too large to be paid in ${convertedInto}.`);
