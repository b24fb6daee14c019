export type CryptoStatus =
  | 'waiting'
  | 'confirming'
  | 'confirmed'
  | 'sending'
  | 'finished'
  | 'partially_paid'
  | 'failed'
  | 'refunded'
  | 'expired';

/** How a deposit ends. */
export type DepositEnd = Extract<CryptoStatus, 'finished' | 'partially_paid' | 'failed' | 'refunded'>;

/** One payment as NOWPayments keeps it. Amounts are in hundred-millionths. */
export interface CryptoPayment {
  readonly paymentId: number;
  /** Of a repeated deposit: the payment whose address it came to. */
  readonly parentPaymentId: number | null;
  /** Repeated deposits to the address, oldest first. */
  readonly extraIds: readonly number[];
  readonly status: CryptoStatus;
  readonly payAddress: string;
  readonly memo: string | null;
  readonly terms: PaymentTerms;
  readonly payUnits: number;
  readonly paidUnits: number;
  /** Where the deposit under way leads to. */
  readonly end: DepositEnd | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When it lapses, or takes its next step; null when nothing happens by itself. */
  readonly dueAt: string | null;
}

export interface PaymentTerms {
  readonly priceUnits: number;
  readonly priceCurrency: string;
  readonly payCurrency: string;
  readonly orderId: string | null;
  readonly ipnCallbackUrl: string | null;
}

/** The payments to store, and those the merchant is notified of. */
export interface PaymentDecision {
  readonly payments: readonly CryptoPayment[];
  readonly told: readonly CryptoPayment[];
}
