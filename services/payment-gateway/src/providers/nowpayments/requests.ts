import { formatAmount } from '@repasse/values/money';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type OfferRequest } from '../provider';

/** The provider's own currencies of prices. A price in another one is converted before the provider is asked. */
export const pricedFiats: readonly string[] = ['USD', 'EUR', 'CAD', 'GBP', 'AUD', 'ILS', 'RON'];
/** BRL is converted into this currency. */
export const convertedInto = 'USD';
/** How long the provider keeps a fixed rate. */
export const fixedRateMinutes = 20;
/** The provider does not document its limit. */
const descriptionLengthMax = 255;

interface Price {
  /** Decimal text. */
  readonly amount: string;
  /** In capitals. */
  readonly currency: string;
}

/** The price for the provider: the payment's amount, or the converted amount of its quote. */
export const priceOf = ({ amountMinor, currency, fx }: Pick<PaymentFacts, 'amountMinor' | 'currency' | 'fx'>): Price =>
  fx === null
    ? { amount: formatAmount(amountMinor, currency), currency }
    : { amount: formatAmount(fx.finalAmountMinor, fx.targetCurrency), currency: fx.targetCurrency };

export const paymentBody = ({ facts, terms }: OfferRequest, payCurrency: string, callbackUrl: string) => {
  const { amount, currency } = priceOf(facts);
  const description = terms.description ?? terms.externalReference;
  return {
    // At most twelve digits, which a JavaScript number holds and writes as they are.
    price_amount: Number(amount),
    price_currency: currency.toLowerCase(),
    pay_currency: payCurrency.toLowerCase(),
    ipn_callback_url: callbackUrl,
    order_id: facts.paymentId,
    ...(description === null ? {} : { order_description: description.slice(0, descriptionLengthMax) }),
    is_fixed_rate: true,
    is_fee_paid_by_user: false,
  };
};
