import { brasiliaOffset } from '@repasse/values/brasilia-time';
import { anything, integerFrom, lenient, listOf, object, optional, reader, text } from '../wire/schema';
import { type Decline } from '../../payments/domain/decline';
import { type CardBrand } from '../card';
import { brandOfCielo } from './brands';
import { readChargebacks } from './chargebacks';
import { declineOf } from './decline-codes';

/** The status of a sale. An unknown status is pending. */
type SaleStatus = 'authorized' | 'captured' | 'denied' | 'voided' | 'aborted' | 'pending';

/** A sale of API E-commerce 3.0 as far as we read it. */
export type Sale = ReturnType<typeof readSale>;

/** Cielo's Status decides; the ReturnCode of a success differs between sandbox, production and schemes. */
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

const minor = integerFrom(0);

const payment = object({
  PaymentId: text,
  Amount: minor,
  Status: anything,
  ReasonCode: anything,
  ProviderReturnCode: anything,
  ReturnCode: lenient(text),
  MerchantAdviceCode: lenient(text),
  CreditCard: lenient(object({ Brand: anything, CardToken: lenient(text) })),
  CapturedAmount: lenient(minor),
  VoidedAmount: lenient(minor),
  CapturedDate: lenient(text),
  ReceivedDate: lenient(text),
  VoidedDate: lenient(text),
  Chargebacks: anything,
});
type Told = ReturnType<typeof read>['Payment'];
const read = reader('sale', object({ MerchantOrderId: lenient(text), Payment: payment }));

/** Reads the answer to POST /1/sales/ or GET /1/sales/{PaymentId}. */
export const readSale = (body: unknown) => {
  const { MerchantOrderId: orderId, Payment: told } = read(body);
  const status = isVelocityAbort(told) ? 'aborted' : statusOf(told.Status);
  const brand = brandOfCielo(told.CreditCard?.Brand);
  const wasCaptured = status === 'captured' || status === 'voided';
  const capturedMinor = told.CapturedAmount ?? (wasCaptured ? told.Amount : 0);
  return {
    saleId: told.PaymentId,
    /** Undefined where an answer leaves it out. */
    orderId,
    status,
    brand,
    amountMinor: told.Amount,
    /** The captured amount, before any refund. */
    capturedMinor,
    /** The sum of all refunds; the acquirer keeps no list. */
    voidedMinor: told.VoidedAmount ?? (status === 'voided' ? capturedMinor : 0),
    capturedAt: toTime(told.CapturedDate) ?? toTime(told.ReceivedDate),
    voidedAt: toTime(told.VoidedDate),
    chargebacks: readChargebacks(told.Chargebacks),
    /** The acquirer's token of the card, when it was to be saved; only the answer to the sale has it. */
    cardToken: told.CreditCard?.CardToken,
    /** Why it was denied or aborted; undefined in any other case, and when no reason was given. */
    decline: declineIn(told, status, brand),
  };
};

const readList = reader('sales', object({ Payment: optional(listOf(object({ PaymentId: text }))) }));

/** Ids of `GET /1/sales?merchantOrderId=`. */
export const readSaleIds = (body: unknown): readonly string[] =>
  (readList(body).Payment ?? []).map(({ PaymentId: saleId }) => saleId);

/** Too many tries in too short a time: never sent to the issuer, and never finished. */
const isVelocityAbort = ({ Status: status, ReasonCode: reason, ProviderReturnCode: code }: Told): boolean =>
  status === 0 && (reason === 16 || code === 'BP171');

const declineIn = (
  told: Told,
  status: SaleStatus,
  brand: CardBrand,
): (Decline & { readonly returnCode: string }) | undefined => {
  if (isVelocityAbort(told)) return { declineCode: 'suspected_fraud', isRetryable: false, returnCode: 'BP171' };
  if (status !== 'denied') return undefined;
  const returnCode = told.ReturnCode ?? '';
  return { ...declineOf(brand, returnCode, told.MerchantAdviceCode), returnCode };
};

/** The acquirer's times carry no zone and are those of Brasília. */
const toTime = (value = ''): string | undefined => {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?$/.exec(value);
  if (match === null) return undefined;
  const time = new Date(`${match[1] ?? ''}T${match[2] ?? ''}${match[3] ?? brasiliaOffset}`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};
