import { type MerchantApi } from './api';

/** What a payment method adds up to. */
export interface Total {
  readonly charges: number;
  readonly grossMinor: number;
  readonly sharesMinor: number;
}

interface FeesReport {
  readonly data: readonly {
    readonly paymentMethod: string;
    readonly payments: number;
    readonly grossAmount: string;
    readonly feeAmount: string;
  }[];
}

const dayMs = 86_400_000;
const minor = (amount: string): number => Number(amount.replace('.', ''));

/** What the ledger says of a merchant's payments since yesterday's month: the month may have turned meanwhile. */
export const ledgerTotals = async (merchant: MerchantApi): Promise<Readonly<Record<string, Total>>> => {
  const months = [Date.now() - dayMs, Date.now()].map((ms) => new Date(ms).toISOString().slice(0, 7));
  const { body } = await merchant.get<FeesReport>(`/reports/fees?from=${String(months[0])}&to=${String(months[1])}`);
  const totals: Record<string, Total> = {};
  for (const { paymentMethod, payments, grossAmount, feeAmount } of body.data) {
    const before = totals[paymentMethod] ?? { charges: 0, grossMinor: 0, sharesMinor: 0 };
    totals[paymentMethod] = {
      charges: before.charges + payments,
      grossMinor: before.grossMinor + minor(grossAmount),
      sharesMinor: before.sharesMinor + minor(grossAmount) - minor(feeAmount),
    };
  }
  return totals;
};
