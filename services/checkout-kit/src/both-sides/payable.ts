/** The state that all pages for payers share, whatever is paid on them. */
export interface Payable {
  readonly status: PayableStatus;
  readonly expiresAt: string;
  /** The server's time, so that a countdown is right on a device whose clock is not. */
  readonly now: string;
  readonly redirectUrl: string | null;
  readonly paidAt: string | null;
}

export const payableStatuses = ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELED', 'FAILED', 'REFUNDED'] as const;
export type PayableStatus = (typeof payableStatuses)[number];

/** A PIX code to show; null parts while the provider has not answered. */
export interface PixCode {
  readonly emv: string | null;
  readonly qrCodeBase64: string | null;
  /** Whom the payer's bank will name. */
  readonly receiverName: string | null;
  readonly expiresAt: string;
}

/** The latest card that was tried. */
export interface CardTry {
  readonly status: PayableStatus;
  /** Whether the issuer or the acquirer declined the card; false where it failed otherwise, and where it did not. */
  readonly isDeclined: boolean;
  readonly declineCode: string | null;
  readonly isRetryable: boolean | null;
}

/** The parts of a page, of which one is shown. */
export type PayableView = 'pay' | 'processing' | 'paid' | 'ended';

export const viewOf = (status: PayableStatus): PayableView => {
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

/**
 * The status that a payer sees at a moment. The service waits some time for money that is on its way before it calls
 * anything expired; nothing can be begun in that time, so to a payer it has ended.
 */
export const statusAt = ({ status, expiresAt }: Payable, nowMs: number): PayableStatus =>
  status === 'PENDING' && Date.parse(expiresAt) <= nowMs ? 'EXPIRED' : status;

/** Nothing more can happen that a payer would wait for. What has expired is not final: money may be on its way. */
export const isFinal = (status: PayableStatus): boolean =>
  status === 'PAID' || status === 'REFUNDED' || status === 'CANCELED' || status === 'FAILED';

/** The next step of a payer with a method: ask for it, wait for the provider, pay, or ask again. */
export type Standing = 'none' | 'pending' | 'ready' | 'expired';
