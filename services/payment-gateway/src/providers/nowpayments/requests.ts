import { formatAmount } from '@repasse/chassis/money';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type OfferRequest } from '../provider';

/** What the provider prices in. Anything else is converted before it is asked. */
export const pricedFiats: readonly string[] = ['USD', 'EUR', 'CAD', 'GBP', 'AUD', 'ILS', 'RON'];
/** What is converted into, from BRL. */
export const convertedInto = 'USD';
/** How long the provider keeps a fixed rate. */
export const fixedRateMinutes = 20;
/** What a description may hold is not documented, so it is kept short. */
const descriptionLengthMax = 255;

export interface Price {
  /** Decimal text. */
  readonly amount: string;
  /** In capitals. */
  readonly currency: string;
}

/** What the provider is told a payment costs: its amount, or what the quote makes of it. */
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
