import { toIso } from '@repasse/chassis/clock';
import { type Period, type StatementEntry } from '../../statements/domain/statement';
import { type OurPayments, type PaymentRef, type StatementOutcome } from '../provider';
import { mapSome } from '../wire/map-some';
import { entryOf, listedOrSilent, reachingBack, requireFound, StatementSilence } from '../wire/statement-listing';
import { type CieloContext } from './cielo-context';
import { findSales } from './find-sales';
import { type Sale } from './sale';

/** A card is charged as soon as it is sent; only around midnight that is on another day than the request. */
const chargedWithinMs = 60 * 60_000;
/** At eight questions at once this many take the better part of the ten minutes that a statement may take. */
const paymentsMax = 20_000;

/**
 * The acquirer has no list of a day, so each payment of ours is read by itself. That finds money of ours that is not
 * recorded and receipts that are not there, but never a sale that we know nothing of.
 */
export const readStatement = (o: CieloContext, period: Period, ours: OurPayments): Promise<StatementOutcome> =>
  listedOrSilent(async () => {
    const requested = await ours.requestedIn(reachingBack(period, chargedWithinMs));
    const paymentIds = [...new Set([...requested, ...(await ours.receivedIn(period))])];
    if (paymentIds.length > paymentsMax) throw new StatementSilence(`There are more than ${paymentsMax} payments.`);
    const entries = await mapSome(paymentIds, async (paymentId) => {
      const payment = await ours.find(paymentId);
      return payment === undefined ? [] : salesOf(o, payment);
    });
    return entries.flat();
  });

const salesOf = async (o: CieloContext, payment: PaymentRef): Promise<readonly StatementEntry[]> => {
  const found = await findSales(o, payment);
  const now = toIso(o.clock.now());
  return found.outcome === 'missing' ? [] : requireFound(found).flatMap((sale) => entriesIn(payment, sale, now));
};

/** A sale that was voided in full was money nevertheless, and the receipt of it stays. */
const entriesIn = ({ facts }: PaymentRef, sale: Sale, now: string): readonly StatementEntry[] => {
  const { saleId: providerReference, capturedMinor: amountMinor, status } = sale;
  const isMoney = (status === 'captured' || status === 'voided') && amountMinor > 0;
  const receipt = { providerReference, amountMinor, receivedAt: sale.capturedAt ?? now };
  return isMoney ? [entryOf(facts, receipt, status === 'voided')] : [];
};
