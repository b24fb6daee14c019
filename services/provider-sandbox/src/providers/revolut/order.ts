/** An order of the Merchant API, as Revolut keeps it. The merchant's texts stay in the API's own spelling. */
export interface Order {
  readonly id: string;
  /** Identifies the order on the payer's page. Not shown once the payment is authorised. */
  readonly token: string;
  readonly type: 'payment' | 'refund';
  readonly state: OrderState;
  readonly terms: OrderTerms;
  /** The payer's tries, oldest first; of a refund the one payment back. */
  readonly payments: readonly Payment[];
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
  readonly capture_mode?: 'automatic';
  readonly description?: string;
  readonly expire_pending_after?: string;
  readonly redirect_url?: string;
  readonly statement_descriptor_suffix?: string;
  readonly customer?: Readonly<Record<string, unknown>>;
  readonly merchant_order_data?: { readonly reference?: string };
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Only the states that this sandbox plays. */
type PaymentState =
  | 'authorisation_started'
  | 'authorised'
  | 'captured'
  | 'declined'
  | 'failed'
  | 'cancelled'
  | 'refund_validated'
  | 'completed';

export interface Payment {
  readonly state: PaymentState;
  readonly declineReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The events that happen here, and that a webhook may ask for. */
export const orderEvents = [
  'ORDER_COMPLETED',
  'ORDER_AUTHORISED',
  'ORDER_CANCELLED',
  'ORDER_FAILED',
  'ORDER_PAYMENT_AUTHORISATION_STARTED',
  'ORDER_PAYMENT_DECLINED',
  'ORDER_PAYMENT_FAILED',
] as const;

export type OrderEvent = (typeof orderEvents)[number];

/** The order after a change, and the changes that merchants are notified of. */
export interface OrderDecision {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
}
