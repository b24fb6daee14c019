import { type PaymentFacts } from '../../payments/domain/payment';
import { type CancelOutcome, type Inspection } from '../provider';
import { missingOrSilent } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { type PixContext } from './client';
import { cobIn, inspectCob } from './inspect-cob';
import { txidOf } from './requests';

type PaymentId = Pick<PaymentFacts, 'paymentId'>;

/**
 * PATCH /cob/{txid} to REMOVIDA_PELO_USUARIO_RECEBEDOR, which is final: no payment gets through any more. A charge that
 * is closed already refuses the change, and after silence it may have been made, so in both cases the charge is read.
 */
export const removeCob = async (o: PixContext, payment: PaymentId): Promise<CancelOutcome> => {
  const answer = await o.client.removeCob(txidOf(payment), startTimeLeft(o.timings).timeoutMs());
  if (answer.outcome === 'missing' || answer.outcome === 'unavailable') return missingOrSilent(answer);
  const removed = cobIn(o, payment, answer);
  if (removed.outcome === 'found') {
    const { status, receipts } = removed.value;
    if (receipts.length > 0) return { outcome: 'received', receipts };
    if (status === 'removed') return { outcome: 'canceled' };
  }
  const detail = 'detail' in removed ? removed.detail : 'The bank did not remove the charge.';
  return asCancelOutcome(await inspectCob(o, payment), detail);
};

/** Money that is on the charge counts, whatever its status says. */
const asCancelOutcome = (found: Inspection, detail: string): CancelOutcome => {
  if (found.outcome !== 'found') return found;
  if (found.receipts.length > 0) return { outcome: 'received', receipts: found.receipts };
  return found.status === 'removed' ? { outcome: 'canceled' } : { outcome: 'refused', detail };
};
