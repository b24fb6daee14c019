/** What the payer's page knows of a charge: the body of GET /checkout/{chargeId}/state, and of each event of its stream. */
export interface CheckoutState {
  readonly chargeId: string;
  readonly status: CheckoutStatus;
  readonly statusReason: string | null;
  readonly grossAmount: string;
  /** What is left to pay: less than the whole when a part has come already. */
  readonly dueAmount: string;
  readonly currency: string;
  readonly description: string | null;
  readonly expiresAt: string;
  /** The server's time, so that a countdown is right on a device whose clock is not. */
  readonly now: string;
  readonly redirectUrl: string | null;
  readonly paidAt: string | null;
  readonly paidBy: CheckoutMethod | null;
  /** The latest attempt of each method; null where there is none. */
  readonly pix: PixAttempt | null;
  readonly card: CardAttempt | null;
  readonly international: InternationalAttempt | null;
}

export const checkoutStatuses = ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELED', 'FAILED', 'REFUNDED'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

export const checkoutMethods = ['PIX', 'CREDIT_CARD', 'INTERNATIONAL'] as const;
export type CheckoutMethod = (typeof checkoutMethods)[number];

interface AttemptFacts {
  readonly attemptId: string;
  readonly status: CheckoutStatus;
  /** In BRL: less than the charge's amount when a part of it has been paid already. */
  readonly amount: string;
  readonly expiresAt: string;
}

/** `emv` and the code are null while the provider has not answered. */
export interface PixAttempt extends AttemptFacts {
  readonly emv: string | null;
  readonly qrCodeBase64: string | null;
}

export interface CardAttempt extends AttemptFacts {
  readonly brand: string | null;
  readonly last4: string | null;
  readonly installments: number;
  readonly declineCode: string | null;
  readonly isRetryable: boolean | null;
}

export interface InternationalAttempt extends AttemptFacts {
  readonly publicToken: string | null;
  /** What the SDK is told. */
  readonly mode: 'prod' | 'sandbox';
  /** Null where the quote is not known, as for attempts of long ago. */
  readonly checkoutCurrency: string | null;
  readonly checkoutAmount: string | null;
  /** BRL for one unit of the currency, spread included. */
  readonly rate: string | null;
}

/** The parts of the page, of which one is shown. */
export type CheckoutView = 'pay' | 'processing' | 'paid' | 'ended';

export const viewOf = (status: CheckoutStatus): CheckoutView => {
  switch (status) {
    case 'PENDING':
      return 'pay';
    case 'PROCESSING':
      return 'processing';
    case 'PAID':
    case 'REFUNDED':
      return 'paid';
    case 'EXPIRED':
    case 'CANCELED':
    case 'FAILED':
      return 'ended';
  }
};

/** Nothing more can happen that a payer would wait for. An expired charge is not final: money may be on its way. */
export const isFinal = (status: CheckoutStatus): boolean =>
  status === 'PAID' || status === 'REFUNDED' || status === 'CANCELED' || status === 'FAILED';
