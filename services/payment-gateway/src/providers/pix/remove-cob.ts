import { assertNever } from '@repasse/chassis/decider';
import { type PaymentFacts } from '../../domain/payment';
import { type CancelOutcome, type Inspection } from '../provider';
import { inspectCob } from './inspect-cob';
import { type PixContext } from './pix-context';
import { txidOf } from './requests';
import { readCob, UnreadableCob } from './status-map';
import { startTimeLeft } from '../time-left';

type PaymentId = Pick<PaymentFacts, 'paymentId'>;

/**
 * PATCH /cob/{txid} to REMOVIDA_PELO_USUARIO_RECEBEDOR, which is final: no payment gets through any more. A charge that
 * is closed already refuses the change, and after silence it may have been made, so in both cases the charge is read.
 */
export const removeCob = async (o: PixContext, payment: PaymentId): Promise<CancelOutcome> => {
  const answer = await o.client.removeCob(txidOf(payment), startTimeLeft(o.timings).timeoutMs());
  switch (answer.kind) {
    case 'answered':
      return ofRemoved(answer.body) ?? look(o, payment, 'The bank answered something unreadable.');
    case 'missing':
      return { outcome: 'missing' };
    case 'refused':
      return look(o, payment, `The bank refused: ${answer.type}.`);
    case 'unavailable':
      return { outcome: 'silent', detail: answer.detail };
    case 'silent':
      return look(o, payment, answer.detail);
    default:
      return assertNever(answer);
  }
};

/** Money that is on the charge counts, whatever its status says. */
const ofRemoved = (body: unknown): CancelOutcome | undefined => {
  try {
    const { status, receipts } = readCob(body);
    if (receipts.length > 0) return { outcome: 'received', receipts };
    return status === 'removed' ? { outcome: 'canceled' } : undefined;
  } catch (fault) {
    if (!(fault instanceof UnreadableCob)) throw fault;
    return undefined;
  }
};

const look = async (o: PixContext, payment: PaymentId, detail: string): Promise<CancelOutcome> =>
  asCancelOutcome(await inspectCob(o, payment), detail);

const asCancelOutcome = (found: Inspection, detail: string): CancelOutcome => {
  if (found.outcome !== 'found') return found;
  if (found.receipts.length > 0) return { outcome: 'received', receipts: found.receipts };
  return found.status === 'removed' ? { outcome: 'canceled' } : { outcome: 'refused', detail };
};
