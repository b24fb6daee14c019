import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { divideReversal, type Contribution } from '../domain/divide-reversal';
import { debtAllowed, debtMadeBy, feeOfPart, isDebtAllowed } from '../domain/refund-debt';
import { openBooks } from './books/books';
import { readCoinMoney, readPaymentMoney } from './payment-money';
import { withKept, partsOfRefund } from './preview-refund';
import { readFunds, readFeesOfRefunds, writeReservation, type AskedRefund } from './refund-reservations';

export interface ReserveOptions {
  readonly ids: Ids;
  readonly debtMinorMax: number;
  readonly now: string;
}

export type ReserveOutcome =
  | { readonly outcome: 'reserved' }
  /** The payment, or a part of it, has not been booked yet. */
  | { readonly outcome: 'not_booked' }
  | { readonly outcome: 'refused'; readonly debtMinor: number; readonly debtMinorMax: number };

/**
 * Reserves what a refund will take, from whom it will be taken, so that nobody spends it meanwhile; or refuses it where
 * it would leave a debt that is not allowed. It decides under the ledger's lock, as withdrawals do. The same refund once
 * more is reserved anew.
 */
export const reserveRefund = async (db: Database, asked: AskedRefund, o: ReserveOptions): Promise<ReserveOutcome> =>
  // Looked at first without the lock, because callers ask again until it is booked.
  (await moneyOf(db, asked, o)).leftMinor < asked.amountMinor
    ? { outcome: 'not_booked' }
    : db.transaction((tx) => reserve(tx, asked, o));

const reserve = async (tx: Tx, asked: AskedRefund, o: ReserveOptions): Promise<ReserveOutcome> => {
  const { refundId, userId, chargeId, currency, amountMinor } = asked;
  const reversed = chargeId === null ? [] : [{ chargeId, amountMinor }];
  const books = await openBooks(tx, [{ reversed }], o.ids);
  const money = await moneyOf(tx, asked, o);
  if (money.leftMinor < amountMinor) return { outcome: 'not_booked' };
  const { dividedMinor, keptMinor } = partsOfRefund(money, amountMinor);
  const parties = chargeId === null ? [] : (books.settlements.ofCharge(chargeId)?.parties ?? []);
  const divided = dividedMinor === 0 ? [] : divideReversal(parties, dividedMinor, asked.splitRefund);
  const contributions = withOwner(withKept(divided, userId, keptMinor), userId);
  const funds = await readFunds(tx, {
    givers: contributions.map((each) => each.userId),
    currency,
    refundId,
    now: o.now,
  });
  const feeMinor = feeOfPart(money.feeMinor, money.isCoins ? amountMinor : dividedMinor, money.wholeMinor);
  const feesMinor = feeMinor + (await readFeesOfRefunds(tx, { userId, refundId, now: o.now }));
  const terms = { debtMinorMax: o.debtMinorMax, feesMinor };
  const debtMinor = debtMadeBy(contributions, funds);
  const owedMinor = funds.find((each) => each.userId === userId)?.debtMinor ?? 0;
  if (!isDebtAllowed(debtMinor, owedMinor, terms)) {
    return { outcome: 'refused', debtMinor, debtMinorMax: Math.max(0, debtAllowed(terms) - owedMinor) };
  }
  await writeReservation(tx, asked, { contributions, feeMinor, now: o.now });
  return { outcome: 'reserved' };
};

interface Money {
  readonly isCoins: boolean;
  readonly leftMinor: number;
  readonly bookedMinor: number;
  readonly heldMinor: number;
  /** The sale, and its fee. */
  readonly wholeMinor: number;
  readonly feeMinor: number;
}

const moneyOf = async (tx: Tx, { chargeId, paymentId }: AskedRefund, { now }: ReserveOptions): Promise<Money> => {
  if (chargeId === null) {
    const { receivedMinor, refundedMinor, feeMinor } = await readCoinMoney(tx, paymentId);
    const leftMinor = receivedMinor - refundedMinor;
    return { isCoins: true, leftMinor, bookedMinor: 0, heldMinor: 0, wholeMinor: receivedMinor, feeMinor };
  }
  const { bookedMinor, surplusMinor, heldMinor, grossMinor, feeMinor } = await readPaymentMoney(tx, {
    ...{ chargeId, paymentId, now },
  });
  const leftMinor = bookedMinor + surplusMinor;
  return { isCoins: false, leftMinor, bookedMinor, heldMinor, wholeMinor: grossMinor, feeMinor };
};

/** The owner's row carries the fee, also where the owner gives nothing. */
const withOwner = (contributions: readonly Contribution[], userId: number): readonly Contribution[] =>
  contributions.some((contribution) => contribution.userId === userId)
    ? contributions
    : [{ userId, isOwner: true, amountMinor: 0 }, ...contributions];
