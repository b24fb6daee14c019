/** An order as far as we read it. Fields and states may be added at any time, so reading is tolerant. */
export interface Order {
  readonly orderId: string;
  /** `payment` unless it gives money back in one way or another. */
  readonly type: string;
  readonly state: OrderState;
  /** In minor units of the currency. */
  readonly amount: number;
  readonly currency: string;
  /** What the web SDK is started with; gone once the order is paid. */
  readonly token: string | undefined;
  readonly reference: string | undefined;
  /** The order a refund belongs to. */
  readonly relatedOrderId: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The payer's tries, oldest first. */
  readonly tries: readonly PayerTry[];
}

export type OrderState = 'pending' | 'processing' | 'authorised' | 'completed' | 'cancelled' | 'failed';

/** One press of the pay button. */
export interface PayerTry {
  readonly state: 'open' | 'paid' | 'declined';
  readonly declineReason: string | undefined;
  readonly updatedAt: string;
}

/** The provider sent something that cannot be read as an order. Nothing may be concluded from it. */
export class UnreadableOrder extends Error {
  override readonly name = 'UnreadableOrder';
}

const orderStates: readonly OrderState[] = ['pending', 'processing', 'authorised', 'completed', 'cancelled', 'failed'];
const paidStates = new Set(['captured', 'completed']);
const declinedStates = new Set(['declined', 'failed']);

/** Reads an order; throws UnreadableOrder rather than guess at an amount. */
export const readOrder = (body: unknown): Order => {
  const order = asRecord(body, 'order');
  const createdAt = asTime(order['created_at'], 'created_at');
  const updatedAt = asTime(order['updated_at'] ?? order['created_at'], 'updated_at');
  return {
    orderId: asText(order['id'], 'id'),
    type: optionalText(order['type']) ?? 'payment',
    state: stateOf(order['state']),
    amount: asAmount(order['amount'], 'amount'),
    currency: asText(order['currency'], 'currency'),
    token: optionalText(order['token']),
    reference: optionalText(optionalRecord(order['merchant_order_data'])['reference']),
    relatedOrderId: optionalText(order['related_order_id']),
    createdAt,
    updatedAt,
    tries: (Array.isArray(order['payments']) ? order['payments'] : [])
      .map((each) => readTry(each, updatedAt))
      .sort((a, b) => a.updatedAt.localeCompare(b.updatedAt)),
  };
};

/** The ids in `{"orders":[…]}`: the list has less than an order, so each is read by itself. */
export const readOrderIds = (body: unknown): readonly string[] => {
  const { orders } = asRecord(body, 'list');
  if (!Array.isArray(orders)) throw new UnreadableOrder('orders is not a list.');
  return orders.map((each) => asText(asRecord(each, 'orders[]')['id'], 'orders[].id'));
};

/** `{"orders":[…]}` for those who can do without what the list leaves out. */
export const readOrders = (body: unknown): readonly Order[] => {
  const { orders } = asRecord(body, 'list');
  if (!Array.isArray(orders)) throw new UnreadableOrder('orders is not a list.');
  return orders.map(readOrder);
};

/** A state nobody has heard of is pending: nothing is booked, failed or given up for it. */
const stateOf = (state: unknown): OrderState => orderStates.find((known) => known === state) ?? 'pending';

const readTry = (value: unknown, otherwiseAt: string): PayerTry => {
  const payment = asRecord(value, 'payments[]');
  const state = optionalText(payment['state']) ?? '';
  const at = payment['updated_at'] ?? payment['created_at'];
  return {
    state: paidStates.has(state) ? 'paid' : declinedStates.has(state) ? 'declined' : 'open',
    declineReason: optionalText(payment['decline_reason']),
    updatedAt: at === undefined ? otherwiseAt : asTime(at, 'payments[].updated_at'),
  };
};

/** A whole number of minor units. Refunds are seen with a sign, which their type says already. */
const asAmount = (value: unknown, field: string): number => {
  if (!Number.isSafeInteger(value)) throw new UnreadableOrder(`${field} is not an amount.`);
  return Math.abs(Number(value));
};

const asTime = (value: unknown, field: string): string => {
  const time = new Date(asText(value, field));
  if (Number.isNaN(time.getTime())) throw new UnreadableOrder(`${field} is not a time.`);
  return time.toISOString();
};

const asText = (value: unknown, field: string): string => {
  if (typeof value !== 'string' || value === '') throw new UnreadableOrder(`${field} is missing.`);
  return value;
};

const asRecord = (value: unknown, field: string): Record<string, unknown> => {
  if (!isRecord(value)) throw new UnreadableOrder(`${field} is not an object.`);
  return value;
};

const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const optionalRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
