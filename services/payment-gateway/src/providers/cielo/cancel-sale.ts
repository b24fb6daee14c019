import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type CancelOutcome, type PaymentRef } from '../provider';
import { missingOrSilent } from '../wire/lookup';
import { type CieloContext } from './cielo-context';
import { findSales } from './find-sales';
import { type Sale } from './sale';
import { receiptsIn } from './standing';
import { isVoided } from './void-answer';

/** Cancels unpaid sales. Captured money is returned as receipts instead: giving it back is a refund. */
export const cancelSale = async (o: CieloContext, payment: PaymentRef): Promise<CancelOutcome> => {
  const found = await findSales(o, payment);
  if (found.outcome !== 'found') return missingOrSilent(found);

  const receipts = found.value.flatMap((sale) => receiptsIn(sale, toIso(o.clock.now())));
  if (receipts.length > 0) return { outcome: 'received', receipts };
  for (const sale of found.value) {
    const outcome = await withdraw(o, sale);
    if (outcome.outcome !== 'canceled') return outcome;
  }
  return { outcome: 'canceled' };
};

const withdraw = async (o: CieloContext, sale: Sale): Promise<CancelOutcome> => {
  switch (sale.status) {
    case 'authorized':
      return release(o, sale);
    case 'pending':
      return { outcome: 'refused', detail: 'The acquirer is still processing the sale.' };
    // Nothing is left to take back.
    case 'denied':
    case 'aborted':
    case 'voided':
    case 'captured':
      return { outcome: 'canceled' };
    default:
      return assertNever(sale.status);
  }
};

const release = async (o: CieloContext, { saleId, amountMinor }: Sale): Promise<CancelOutcome> => {
  const answer = await o.client.voidSale(saleId, amountMinor, o.timings.saleTimeoutMs);
  if (answer.outcome === 'refused') return { outcome: 'refused', detail: answer.detail };
  if (answer.outcome !== 'answered') return missingOrSilent(answer);
  return isVoided(answer.body)
    ? { outcome: 'canceled' }
    : { outcome: 'refused', detail: 'The acquirer did not void the authorisation.' };
};
