import { asDecimal, asRecord, asText, asTime, optionalText, parsed, UnreadableAnswer } from './fields';

/** A payment as far as we read it; ids are numbers in some answers and text in others, and amounts stay text. */
export interface CoinPayment {
  readonly paymentId: string;
  /** The payment whose address was sent to once more; undefined for one that was asked for. */
  readonly parentId: string | undefined;
  readonly orderId: string | undefined;
  readonly status: CoinStatus;
  readonly priceAmount: string;
  readonly priceCurrency: string;
  readonly payAddress: string;
  readonly payAmount: string;
  readonly actuallyPaid: string;
  /** In lower case: btc, usdtbsc. */
  readonly payCurrency: string;
  readonly network: string | null;
  readonly contract: string | null;
  readonly precision: number | null;
  /** The memo or tag without which the coins are lost. */
  readonly memo: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Payments made of further deposits to the same address. */
  readonly furtherIds: readonly string[];
}

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
export type CoinStatus = (typeof statuses)[number];

/** Reads an answer; throws UnreadableAnswer rather than guess at an amount. */
export const readCoinPayment = (text: string): CoinPayment => paymentOf(parsed(text));

export interface PaymentPage {
  readonly payments: readonly CoinPayment[];
  readonly pagesCount: number;
}

export const readPaymentPage = (text: string): PaymentPage => {
  const page = asRecord(parsed(text), 'page');
  const { data } = page;
  if (!Array.isArray(data)) throw new UnreadableAnswer('data is not a list.');
  const pagesCount = Number(optionalText(page['pagesCount']) ?? 1);
  if (!Number.isSafeInteger(pagesCount)) throw new UnreadableAnswer('pagesCount is not a number.');
  return { payments: data.map(paymentOf), pagesCount };
};

const paymentOf = (value: unknown): CoinPayment => {
  const payment = asRecord(value, 'payment');
  const createdAt = asTime(payment['created_at'], 'created_at');
  const precision = optionalText(payment['network_precision']);
  return {
    paymentId: asText(payment['payment_id'], 'payment_id'),
    parentId: optionalText(payment['parent_payment_id']),
    orderId: optionalText(payment['order_id']),
    status: statusOf(payment['payment_status']),
    priceAmount: asDecimal(payment['price_amount'], 'price_amount'),
    priceCurrency: asText(payment['price_currency'], 'price_currency').toLowerCase(),
    payAddress: asText(payment['pay_address'], 'pay_address'),
    payAmount: asDecimal(payment['pay_amount'], 'pay_amount'),
    actuallyPaid: asDecimal(payment['actually_paid'] ?? '0', 'actually_paid'),
    payCurrency: asText(payment['pay_currency'], 'pay_currency').toLowerCase(),
    network: optionalText(payment['network']) ?? null,
    contract: optionalText(payment['smart_contract']) ?? null,
    precision: precision === undefined ? null : Number(precision),
    memo: optionalText(payment['payin_extra_id']) ?? null,
    createdAt,
    updatedAt: payment['updated_at'] === undefined ? createdAt : asTime(payment['updated_at'], 'updated_at'),
    furtherIds: idsIn(payment['payment_extra_ids']),
  };
};

/** A status nobody has heard of is `waiting`: nothing is booked, failed or given up for it. */
const statusOf = (status: unknown): CoinStatus => statuses.find((known) => known === status) ?? 'waiting';

/** A list, or an object whose keys are places in it: their own serialisers make both. */
const idsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map((each) => asText(each, 'payment_extra_ids'))
    : [];
