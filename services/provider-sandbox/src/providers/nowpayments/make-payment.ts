import { usdUnitsOf, type Coin } from './coins';
import { type CryptoPayment, type PaymentTerms } from './payment';
import { payUnitsOf } from './prices';

const minuteMs = 60_000;
/** So long a rate is promised, or estimated. */
const rateMs = 20 * minuteMs;
/** A payment whose rate is not fixed waits a week. */
const floatingMs = 7 * 24 * 60 * minuteMs;

export interface NewPayment {
  readonly paymentId: number;
  readonly purchaseId: number;
  readonly payAddress: string;
  readonly memo: string | null;
  readonly coin: Coin;
  readonly terms: PaymentTerms;
  readonly now: Date;
}

export const makePayment = ({ coin, terms, now, ...given }: NewPayment): CryptoPayment => {
  const price = { units: terms.priceUnits, usdUnits: usdUnitsOf(terms.priceCurrency) ?? 0 };
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    ...given,
    parentPaymentId: null,
    extraIds: [],
    status: 'waiting',
    terms,
    payUnits: payUnitsOf(coin, price, terms.isFeePaidByUser),
    paidUnits: 0,
    end: null,
    createdAt: after(0),
    updatedAt: after(0),
    rateUntil: after(rateMs),
    // A fee that the payer bears is part of the rate, which is fixed then too.
    dueAt: after(terms.isFixedRate || terms.isFeePaidByUser ? rateMs : floatingMs),
  };
};
