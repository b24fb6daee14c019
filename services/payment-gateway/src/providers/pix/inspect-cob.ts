import { type PaymentFacts } from '../../payments/domain/payment';
import { type Inspection } from '../provider';
import { type Answer } from '../wire/ask';
import { lookup, type Lookup, missingOrSilent } from '../wire/lookup';
import { retryWithin, startTimeLeft } from '../wire/time-left';
import { type PixContext } from './client';
import { type Cob, readCob } from './cob';
import { txidOf } from './requests';

type PaymentId = Pick<PaymentFacts, 'paymentId'>;

/** Reads a charge. Without an answer it retries once; further tries are up to the caller. */
export const inspectCob = async (o: PixContext, payment: PaymentId): Promise<Inspection> => {
  const timeLeft = startTimeLeft(o.timings);
  const txid = txidOf(payment);
  const answer = await retryWithin(timeLeft, () => o.client.getCob(txid, timeLeft.timeoutMs()));
  const found = cobIn(o, payment, answer);
  if (found.outcome !== 'found') return missingOrSilent(found);
  const { receipts, refunds, disputes } = found.value;
  return { outcome: 'found', status: settledStatus(found.value), receipts, refunds, disputes };
};

/** The charge of a payment, if the answer is about it. */
export const cobIn = ({ log }: PixContext, payment: PaymentId, answer: Answer): Lookup<Cob> =>
  lookup(log, answer, readCob, ({ txid }) => (txid === txidOf(payment) ? undefined : `The answer is about ${txid}.`));

/** Money is in `pix[]` or it is not there: CONCLUIDA alone proves nothing that could be booked. */
const settledStatus = (cob: Cob): 'pending' | 'received' | 'removed' => {
  if (cob.receipts.length > 0) return 'received';
  return cob.status === 'removed' ? 'removed' : 'pending';
};
