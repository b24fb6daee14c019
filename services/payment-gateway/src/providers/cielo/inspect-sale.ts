import { toIso } from '@repasse/chassis/clock';
import { type Inspection, type PaymentRef } from '../provider';
import { missingOrSilent } from '../wire/lookup';
import { type CieloContext } from './cielo-context';
import { findSales, finishSale } from './find-sales';
import { type Sale } from './sale';
import { standingOf } from './standing';

/** Asks what became of a payment. A sale that was left half done is finished first: see `finishSale`. */
export const inspectSale = async (o: CieloContext, payment: PaymentRef): Promise<Inspection> => {
  const found = await findSales(o, payment);
  if (found.outcome !== 'found') return missingOrSilent(found);

  const sales: Sale[] = [];
  for (const sale of found.value) sales.push(await finishSale(o, sale));
  return standingOf(sales, toIso(o.clock.now()));
};
