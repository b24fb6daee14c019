import { anything, lenient, listOf, object, optional, pattern, reader, text, time, toTime } from '../wire/schema';
import { decimal } from './decimal';

/** A payment as far as we read it; ids are numbers in some answers and text in others, and amounts stay text. */
export type CoinPayment = ReturnType<typeof toPayment>;

const statuses = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'finished',
  'partially_paid',
  'expired',
  'failed',
  'refunded',
] as const;
type CoinStatus = (typeof statuses)[number];

const payment = object({
  payment_id: text,
  parent_payment_id: lenient(text),
  order_id: lenient(text),
  payment_status: anything,
  price_amount: decimal,
  price_currency: text,
  pay_address: text,
  pay_amount: decimal,
  actually_paid: optional(decimal),
  pay_currency: text,
  network: lenient(text),
  smart_contract: lenient(text),
  network_precision: lenient(text),
  payin_extra_id: lenient(text),
  created_at: time,
  updated_at: optional(time),
  payment_extra_ids: anything,
});
type Told = ReturnType<typeof readTold>;
const readTold = reader('payment', payment);

/** Reads the answer to GET or POST /payment. */
export const readCoinPayment = (body: unknown): CoinPayment => toPayment(readTold(body));

const readPage = reader('page', object({ data: listOf(payment), pagesCount: optional(pattern(/^\d{1,9}$/)) }));

export const readPaymentPage = (body: unknown): { items: readonly CoinPayment[]; pagesCount: number } => {
  const { data, pagesCount } = readPage(body);
  return { items: data.map(toPayment), pagesCount: Number(pagesCount ?? 1) };
};

const toPayment = (told: Told) => {
  const createdAt = toTime(told.created_at);
  return {
    paymentId: told.payment_id,
    /** The original payment, when coins were sent to its address once more; undefined for a requested payment. */
    parentId: told.parent_payment_id,
    orderId: told.order_id,
    status: statusOf(told.payment_status),
    priceAmount: told.price_amount,
    priceCurrency: told.price_currency.toLowerCase(),
    payAddress: told.pay_address,
    payAmount: told.pay_amount,
    actuallyPaid: told.actually_paid ?? '0',
    /** In lower case: btc, usdtbsc. */
    payCurrency: told.pay_currency.toLowerCase(),
    network: told.network ?? null,
    contract: told.smart_contract ?? null,
    precision: told.network_precision === undefined ? null : Number(told.network_precision),
    /** The memo or tag without which the coins are lost. */
    memo: told.payin_extra_id ?? null,
    createdAt,
    updatedAt: told.updated_at ? toTime(told.updated_at) : createdAt,
    /** Payments made of further deposits to the same address. */
    furtherIds: idsIn(told.payment_extra_ids),
  };
};

/** An unknown status is `waiting`: it books, fails and cancels nothing. */
const statusOf = (status: unknown): CoinStatus => statuses.find((known) => known === status) ?? 'waiting';

/** A list, or an object with indexes as keys: the provider's serialisers make both. */
const idsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).map(readId) : [];

const readId = reader('payment_extra_ids', text);
