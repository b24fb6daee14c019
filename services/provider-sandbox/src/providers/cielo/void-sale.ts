import { saleStatus, toBrasilia, type Sale } from './sale';

/** The outcome of a void: in whole, in part, denied with a code, or not possible in the sale's state. */
type Voiding =
  | { readonly kind: 'voided'; readonly sale: Sale; readonly isPartial: boolean }
  | { readonly kind: 'denied'; readonly returnCode: string }
  | { readonly kind: 'not_available' };

interface VoidSale {
  /** Null gives back all that is left. */
  readonly amount: number | null;
  /** The control makes the acquirer deny every void. */
  readonly isDenied: boolean;
  readonly now: string;
}

/** Between two voids of one sale. */
const pauseMs = 5_000;
/** Of a credit sale in one instalment. */
const windowMs = 330 * 86_400_000;

/** Cielo's codes: the same is pending, the deadline has passed, more than the sale, no balance to cancel with. */
const denials = { pending: '10', late: '40', over: '51', balance: '56' } as const;

/** Authorisations are voided in whole; captured sales in parts too, as often as there is something left. */
export const voidSale = (sale: Sale, { amount, isDenied, now }: VoidSale): Voiding => {
  const isCaptured = sale.status === saleStatus.confirmed;
  if (!isCaptured && sale.status !== saleStatus.authorized) return { kind: 'not_available' };
  const left = sale.amount - sale.voidedAmount;
  const asked = amount ?? left;

  const sinceVoidMs = sale.voidedAt === null ? pauseMs : Date.parse(now) - Date.parse(sale.voidedAt);
  if (sinceVoidMs >= 0 && sinceVoidMs < pauseMs) return denied('pending');
  if (Date.parse(now) - Date.parse(sale.receivedAt) > windowMs) return denied('late');
  if (asked > left) return denied('over');
  if (asked <= 0 || (!isCaptured && asked < sale.amount)) return { kind: 'not_available' };
  if (isDenied) return denied('balance');

  const voidedAmount = sale.voidedAmount + asked;
  const isPartial = voidedAmount < sale.amount;
  const status = isPartial ? sale.status : statusAfterVoid(sale, now);
  return { kind: 'voided', isPartial, sale: { ...sale, status, voidedAmount, voidedAt: now } };
};

/** 10 on the day of the authorisation, 11 afterwards, both in Brasília. */
const statusAfterVoid = (sale: Sale, now: string): Sale['status'] =>
  toBrasilia(sale.receivedAt).slice(0, 10) === toBrasilia(now).slice(0, 10) ? saleStatus.voided : saleStatus.refunded;

const denied = (reason: keyof typeof denials): Voiding => ({ kind: 'denied', returnCode: denials[reason] });
