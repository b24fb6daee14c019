import { type FxQuote } from '@repasse/contracts';
import { chargeCurrency } from '../domain/charge.terms';
import { type PaymentGateway } from '../clients/payment-gateway';
import { type Refusal } from './refusal';

interface WantedPrice {
  readonly amountMinor: number;
  /** Null where the payer pays in BRL, and nothing is to be quoted. */
  readonly currency: string | null;
  /** Until when the attempt is to be open; null leaves it to the quote. */
  readonly expiresAt: string | null;
}

/**
 * Freezes the price in the payer's currency. Runs before anything is made, so that a currency without a price leaves
 * nothing behind.
 */
export const quotePrice = async (
  gateway: PaymentGateway,
  { amountMinor, currency, expiresAt }: WantedPrice,
): Promise<FxQuote | Refusal | null> => {
  if (currency === null) return null;
  const answer = await gateway.requestQuote({
    sourceCurrency: chargeCurrency,
    targetCurrency: currency,
    sourceAmountMinor: amountMinor,
  });
  if (answer.outcome !== 'quoted') return { refused: 'not_quoted', answer, amountMinor, currency };
  const { quote } = answer;
  // Nobody can pay by a quote that has ended.
  return expiresAt !== null && expiresAt > quote.expiresAt
    ? { refused: 'outlives_quote', limit: quote.expiresAt }
    : quote;
};
