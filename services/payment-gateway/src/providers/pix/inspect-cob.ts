import { setTimeout as pause } from 'node:timers/promises';
import { type PaymentFacts } from '../../domain/payment';
import { type Inspection } from '../provider';
import { type PixAnswer } from './client';
import { type PixContext } from './pix-context';
import { txidOf } from './requests';
import { type Cob, readCob, UnreadableCob } from './status-map';
import { jittered, startTimeLeft } from '../time-left';

type PaymentId = Pick<PaymentFacts, 'paymentId'>;

const triesMax = 2;

/** Reading is always safe, so silence is asked again at once; after that the pace of whoever asks applies. */
export const inspectCob = async (o: PixContext, payment: PaymentId): Promise<Inspection> => {
  const answer = await ask(o, txidOf(payment));
  switch (answer.kind) {
    case 'answered':
      return toInspection(o, payment, answer.body);
    case 'missing':
      return { outcome: 'missing' };
    case 'refused':
    case 'unavailable':
    case 'silent':
      return { outcome: 'silent', detail: answer.detail };
  }
};

const ask = async ({ client, timings }: PixContext, txid: string): Promise<PixAnswer> => {
  const timeLeft = startTimeLeft(timings);
  let answer = await client.getCob(txid, timeLeft.timeoutMs());
  for (let tryNumber = 2; answer.kind === 'silent' && tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    await pause(jittered(timings.retryDelayMs));
    answer = await client.getCob(txid, timeLeft.timeoutMs());
  }
  return answer;
};

const toInspection = ({ log }: PixContext, { paymentId }: PaymentId, body: unknown): Inspection => {
  try {
    const cob = readCob(body);
    if (cob.txid !== txidOf({ paymentId })) return { outcome: 'silent', detail: `The answer is about ${cob.txid}.` };
    const { receipts, refunds, disputes } = cob;
    return { outcome: 'found', status: settledStatus(cob), receipts, refunds, disputes };
  } catch (fault) {
    if (!(fault instanceof UnreadableCob)) throw fault;
    log.error({ paymentId, reason: fault.message }, 'provider said something unreadable');
    return { outcome: 'silent', detail: fault.message };
  }
};

/** Money is in `pix[]` or it is not there: CONCLUIDA alone proves nothing that could be booked. */
const settledStatus = (cob: Cob): 'pending' | 'received' | 'removed' => {
  if (cob.receipts.length > 0) return 'received';
  return cob.status === 'removed' ? 'removed' : 'pending';
};
