/** An order of the Merchant API, as Revolut keeps it. The merchant's texts stay in the API's own spelling. */
export interface Order {
  readonly id: string;
  /** Identifies the order on the payer's page. Not shown once the payment is authorised. */
  readonly token: string;
  readonly type: 'payment' | 'refund';
  readonly state: OrderState;
  readonly terms: OrderTerms;
  readonly payments: readonly Payment[];
  /** Captured, of an order that is completed. */
  readonly capturedAmount: number;
  /** Of a refund: the order it pays back. */
  readonly relatedOrderId: string | null;
  readonly idempotencyKey: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When a pending order lapses or a refund is settled; null when nothing happens by itself. */
  readonly dueAt: string | null;
}

export type OrderState = 'pending' | 'processing' | 'authorised' | 'completed' | 'cancelled' | 'failed';

export interface OrderTerms {
  readonly amount: number;
  readonly currency: string;
  readonly capture_mode: 'automatic' | 'manual';
  readonly authorisation_type: 'final' | 'pre_authorisation';
  readonly enforce_challenge: 'automatic' | 'forced';
  readonly description?: string;
  readonly expire_pending_after?: string;
  readonly redirect_url?: string;
  readonly statement_descriptor_suffix?: string;
  readonly settlement_currency?: string;
  readonly customer?: Readonly<Record<string, unknown>>;
  readonly merchant_order_data?: { readonly reference?: string; readonly url?: string };
  readonly metadata?: Readonly<Record<string, string>>;
  readonly line_items?: readonly Readonly<Record<string, unknown>>[];
}

/** Only the states that this sandbox plays. */
export type PaymentState =
  | 'authorisation_started'
  | 'authorised'
  | 'captured'
  | 'declined'
  | 'failed'
  | 'cancelled'
  | 'refund_validated'
  | 'completed';

export interface Payment {
  readonly id: string;
  readonly state: PaymentState;
  readonly amount: number;
  readonly card: MaskedCard;
  readonly declineReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The kept part of a card: what Revolut itself shows the merchant. */
export interface MaskedCard {
  readonly brand: 'visa' | 'mastercard' | 'american_express';
  readonly bin: string;
  readonly lastFour: string;
  readonly expiry: string;
  readonly holderName: string | null;
}

/** The events a webhook may ask for. Most never happen here. */
export const orderEvents = [
  'ORDER_COMPLETED',
  'ORDER_AUTHORISED',
  'ORDER_CANCELLED',
  'ORDER_FAILED',
  'ORDER_INCREMENTAL_AUTHORISATION_AUTHORISED',
  'ORDER_INCREMENTAL_AUTHORISATION_DECLINED',
  'ORDER_INCREMENTAL_AUTHORISATION_FAILED',
  'ORDER_PAYMENT_AUTHENTICATION_CHALLENGED',
  'ORDER_PAYMENT_AUTHENTICATED',
  'ORDER_PAYMENT_AUTHORISATION_STARTED',
  'ORDER_PAYMENT_DECLINED',
  'ORDER_PAYMENT_FAILED',
  'SUBSCRIPTION_INITIATED',
  'SUBSCRIPTION_FINISHED',
  'SUBSCRIPTION_CANCELLED',
  'SUBSCRIPTION_OVERDUE',
  'PAYOUT_INITIATED',
  'PAYOUT_COMPLETED',
  'PAYOUT_FAILED',
  'DISPUTE_ACTION_REQUIRED',
  'DISPUTE_UNDER_REVIEW',
  'DISPUTE_WON',
  'DISPUTE_LOST',
] as const;

export type OrderEvent = (typeof orderEvents)[number];

/** The changes of orders, and their notifications to merchants. */
export interface OrderDecision {
  readonly orders: readonly Order[];
  readonly events: readonly { readonly event: OrderEvent; readonly order: Order }[];
}
