import { type CardBrand } from '../card-brand';
import { brandOfCielo } from './brands';
import { type Chargeback, readChargebacks } from './chargebacks';
import { type Decline, declineOf } from './decline-codes';

/** Where a sale stands. What is not known yet is pending. */
export type SaleStatus = 'authorized' | 'captured' | 'denied' | 'voided' | 'aborted' | 'pending';

/** A sale of API E-commerce 3.0 as far as we read it. */
export interface Sale {
  readonly saleId: string;
  /** Undefined where an answer leaves it out. */
  readonly orderId: string | undefined;
  readonly status: SaleStatus;
  readonly brand: CardBrand;
  readonly amountMinor: number;
  /** What the payer has paid, before anything was given back. */
  readonly capturedMinor: number;
  /** What was given back in all; the acquirer keeps no list. */
  readonly voidedMinor: number;
  readonly capturedAt: string | undefined;
  readonly voidedAt: string | undefined;
  readonly chargebacks: readonly Chargeback[];
  /** What the card is called from now on, where it was to be saved; told by the answer to the sale and never again. */
  readonly cardToken: string | undefined;
  /** Why it was denied or aborted; undefined in any other case, and when nobody said. */
  readonly decline: (Decline & { readonly returnCode: string }) | undefined;
}

/** The acquirer sent something that cannot be read as a sale. Nothing may be concluded from it. */
export class UnreadableSale extends Error {
  override readonly name = 'UnreadableSale';
}

/** Cielo's Status is what counts; the ReturnCode of a success differs between sandbox, production and schemes. */
const statusOf = (status: unknown): SaleStatus => {
  switch (status) {
    case 1:
      return 'authorized';
    case 2:
      return 'captured';
    case 3:
      return 'denied';
    case 10:
    case 11:
      return 'voided';
    case 13:
      return 'aborted';
    // 0 NotFinished, 12 Pending, 20 Scheduled, and whatever is added one day.
    default:
      return 'pending';
  }
};

/** Reads the answer to POST /1/sales/ or GET /1/sales/{PaymentId}; throws UnreadableSale rather than guess. */
export const readSale = (body: unknown): Sale => {
  const sale = asRecord(body, 'sale');
  const payment = asRecord(sale['Payment'], 'Payment');
  const status = isVelocityAbort(payment) ? 'aborted' : statusOf(payment['Status']);
  const card = optionalRecord(payment['CreditCard']);
  const brand = brandOfCielo(card['Brand']);
  const amountMinor = asAmount(payment['Amount'], 'Amount');
  const wasCaptured = status === 'captured' || status === 'voided';
  const capturedMinor = optionalAmount(payment['CapturedAmount']) ?? (wasCaptured ? amountMinor : 0);
  return {
    saleId: asText(payment['PaymentId'], 'PaymentId'),
    orderId: optionalText(sale['MerchantOrderId']),
    status,
    brand,
    amountMinor,
    capturedMinor,
    voidedMinor: optionalAmount(payment['VoidedAmount']) ?? (status === 'voided' ? capturedMinor : 0),
    capturedAt: optionalTime(payment['CapturedDate']) ?? optionalTime(payment['ReceivedDate']),
    voidedAt: optionalTime(payment['VoidedDate']),
    chargebacks: readChargebacks(payment['Chargebacks']),
    cardToken: optionalText(card['CardToken']),
    decline: declineIn(payment, status, brand),
  };
};

/** Ids of `GET /1/sales?merchantOrderId=`. */
export const readSaleIds = (body: unknown): readonly string[] => {
  const { Payment: payments } = asRecord(body, 'sales');
  if (payments === undefined || payments === null) return [];
  if (!Array.isArray(payments)) throw new UnreadableSale('Payment is not a list.');
  return payments.map((each) => asText(asRecord(each, 'Payment[]')['PaymentId'], 'Payment[].PaymentId'));
};

/** Too many tries in too short a time: never sent to the issuer, and never finished. */
const isVelocityAbort = (payment: Record<string, unknown>): boolean =>
  payment['Status'] === 0 && (payment['ReasonCode'] === 16 || payment['ProviderReturnCode'] === 'BP171');

const declineIn = (payment: Record<string, unknown>, status: SaleStatus, brand: CardBrand): Sale['decline'] => {
  if (isVelocityAbort(payment)) return { declineCode: 'suspected_fraud', isRetryable: false, returnCode: 'BP171' };
  if (status !== 'denied') return undefined;
  const returnCode = optionalText(payment['ReturnCode']) ?? '';
  return { ...declineOf(brand, returnCode, optionalText(payment['MerchantAdviceCode'])), returnCode };
};

/** The acquirer's times are those of Brasília, which has had no summer time since 2019, and say so nowhere. */
const brasiliaOffset = '-03:00';

const optionalTime = (value: unknown): string | undefined => {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?$/.exec(
    optionalText(value) ?? '',
  );
  if (match === null) return undefined;
  const time = new Date(`${match[1] ?? ''}T${match[2] ?? ''}${match[3] ?? brasiliaOffset}`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

const asAmount = (value: unknown, field: string): number => {
  const amountMinor = optionalAmount(value);
  if (amountMinor === undefined) throw new UnreadableSale(`${field} is not an amount.`);
  return amountMinor;
};

const optionalAmount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const asText = (value: unknown, field: string): string => {
  const text = optionalText(value);
  if (text === undefined) throw new UnreadableSale(`${field} is missing.`);
  return text;
};

const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const asRecord = (value: unknown, field: string): Record<string, unknown> => {
  if (!isRecord(value)) throw new UnreadableSale(`${field} is not an object.`);
  return value;
};

const optionalRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
