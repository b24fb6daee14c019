import { assertNever } from '@repasse/chassis/decider';
import { chargeCurrency, type FxQuote } from '../domain/charge.terms';
import type { PaymentGateway } from '../clients/payment-gateway';
import { currencyNotSupported, rateUnavailable } from './problems';

/**
 * Freezes the price in the payer's currency. Runs before anything is made, so that a currency without a price leaves
 * nothing behind. `field` is where the caller named the currency.
 */
export const quoteFor = async (
  gateway: PaymentGateway,
  wanted: { readonly amountMinor: number; readonly currency: string; readonly field: string },
): Promise<FxQuote> => {
  const answer = await gateway.requestQuote({
    sourceCurrency: chargeCurrency,
    targetCurrency: wanted.currency,
    sourceAmountMinor: wanted.amountMinor,
  });
  switch (answer.outcome) {
    case 'quoted':
      return answer.quote;
    case 'currency_not_supported':
      throw currencyNotSupported(wanted.field, answer.detail);
    case 'unavailable':
      throw rateUnavailable();
    default:
      return assertNever(answer);
  }
};
