import { multiplyDivideFloor } from '@repasse/values/money';
import { integer, lenient, listOf, object, optional, reader, text, time, toTime } from '../wire/schema';
import { type PaymentFacts, type Receipt } from '../../payments/domain/payment';
import { stateMap } from '../wire/state-map';

/** An order as far as we read it. Fields and states may be added at any time, so reading is tolerant. */
export type Order = ReturnType<typeof toOrder>;
export type OrderState = 'pending' | 'processing' | 'authorised' | 'completed' | 'cancelled' | 'failed';

const orderStates: readonly OrderState[] = ['pending', 'processing', 'authorised', 'completed', 'cancelled', 'failed'];

const payerTry = object({
  state: lenient(text),
  decline_reason: lenient(text),
  updated_at: optional(time),
  created_at: optional(time),
});

const order = object({
  id: text,
  type: lenient(text),
  state: lenient(text),
  amount: integer,
  currency: text,
  token: lenient(text),
  merchant_order_data: lenient(object({ reference: lenient(text) })),
  related_order_id: lenient(text),
  created_at: time,
  updated_at: optional(time),
  payments: optional(listOf(payerTry)),
});
type Told = ReturnType<typeof readTold>;
const readTold = reader('order', order);

/** Reads an order. */
export const readOrder = (body: unknown): Order => toOrder(readTold(body));

const toOrder = (told: Told) => {
  const createdAt = toTime(told.created_at);
  const updatedAt = told.updated_at ? toTime(told.updated_at) : createdAt;
  return {
    orderId: told.id,
    /** `payment` unless it gives money back in one way or another. */
    type: told.type ?? 'payment',
    state: stateOf(told.state),
    /** In minor units of the currency. Refunds are seen with a sign, which their type says already. */
    amount: Math.abs(told.amount),
    currency: told.currency,
    /** The token that starts the web SDK; gone once the order is paid. */
    token: told.token,
    reference: told.merchant_order_data?.reference,
    /** The order a refund belongs to. */
    relatedOrderId: told.related_order_id,
    createdAt,
    updatedAt,
    /** The payer's tries (each is one press of the pay button), oldest first. */
    tries: (told.payments ?? [])
      .map((each) => toTry(each, updatedAt))
      .sort((a, b) => a.updatedAt.localeCompare(b.updatedAt)),
  };
};

const readIds = reader('list', object({ orders: listOf(object({ id: text })) }));

/** The ids in `{"orders":[…]}`: the list has less than an order, so each is read by itself. */
export const readOrderIds = (body: unknown): readonly string[] => readIds(body).orders.map(({ id }) => id);

const readList = reader('list', object({ orders: listOf(order) }));

/** `{"orders":[…]}`, for callers that do not need the fields the list leaves out. */
export const readOrders = (body: unknown): readonly Order[] => readList(body).orders.map(toOrder);

/** An unknown state is pending: it books, fails and cancels nothing. */
const stateOf = (state: unknown): OrderState => orderStates.find((known) => known === state) ?? 'pending';

const toTry = (told: NonNullable<Told['payments']>[number], otherwiseAt: string) => {
  const at = told.updated_at ?? told.created_at;
  return {
    state: triedOf(told.state),
    declineReason: told.decline_reason,
    updatedAt: at ? toTime(at) : otherwiseAt,
  };
};

const triedOf = stateMap<'open' | 'paid' | 'declined'>(
  { captured: 'paid', completed: 'paid', declined: 'declined', failed: 'declined' },
  'open',
);

/**
 * The money of an order: all of it once it is completed, and none before. An order is captured in one piece, so its own
 * id is the receipt's name, which stays the same however often and in whatever detail it is read.
 *
 * The quote's whole amount is the whole amount in BRL. When the order is for another amount (a person can change it in
 * the provider's own pages), the received BRL are in proportion, rounded down.
 */
export const receiptsOfOrder = (order: Order, { amountMinor, fx }: PaymentFacts): readonly Receipt[] => {
  if (order.state !== 'completed' || fx === null) return [];
  const isWhole = order.amount === fx.finalAmountMinor && order.currency === fx.targetCurrency;
  const receivedMinor = isWhole ? amountMinor : multiplyDivideFloor(amountMinor, order.amount, fx.finalAmountMinor);
  return [{ providerReference: order.orderId, amountMinor: receivedMinor, receivedAt: paidAt(order) }];
};

const paidAt = ({ tries, updatedAt }: Order): string =>
  tries.findLast(({ state }) => state === 'paid')?.updatedAt ?? updatedAt;
