import { assertNever } from '@repasse/chassis/decider';
import { chargeCurrency, type FxQuote } from '../domain/charge.terms';
import type { PaymentGateway } from '../clients/payment-gateway';
import { amountNotInCurrency, currencyNotSupported, rateUnavailable } from './problems';

/**
 * Freezes the price in the payer's currency. Runs before anything is made, so that a currency without a price leaves
 * nothing behind. `field` is where the caller named the currency, and
 * `amountField` where they named the amount.
 */
export const quoteFor = async (
  gateway: PaymentGateway,
  wanted: {
    readonly amountMinor: number;
    readonly currency: string;
    readonly field: string;
    readonly amountField: string;
  },
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
    case 'amount_out_of_range':
      throw amountNotInCurrency(wanted, answer);
    case 'unavailable':
      throw rateUnavailable();
    default:
      return assertNever(answer);
  }
};
