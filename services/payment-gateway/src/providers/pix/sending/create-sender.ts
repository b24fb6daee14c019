import { assertNever } from '@repasse/chassis/decider';
import { type PayoutReference } from '../../../payouts/domain/payout';
import {
  type BalanceAnswer,
  type PayoutInspection,
  type PayoutProvider,
  type PayoutRelease,
  type PayoutRequest,
} from '../../payout-provider';
import { lookup, type Lookup, unavailable } from '../../wire/lookup';
import { retryWithin, startTimeLeft, type TimeLeft } from '../../wire/time-left';
import { toMinor } from '../amount';
import { type SendingContext } from './client';
import { listSent } from './list-sent';
import { refusalName, refusalText } from './refusals';
import { idEnvioOf, sendRequest } from './requests';
import { readBalance, readSentPix, type SentPix } from './sent-pix';

/** Sends PIX from the account that payments arrive in, each under our own id. */
export const createSender = (name: string, o: SendingContext): PayoutProvider => ({
  name,
  rail: 'PIX',
  // The name follows from our id, so that nothing has to be asked for it.
  prepare: (request) =>
    Promise.resolve({ outcome: 'prepared', reference: { batchReference: '', providerReference: idEnvioOf(request) } }),
  release: (request, reference) => sendPix(o, request, reference),
  inspect: (request, reference) => inspectSent(o, request, reference),
  balance: () => askBalance(o),
  statement: (period, ours) => listSent(o, period, ours),
});

const askBalance = async (o: SendingContext): Promise<BalanceAnswer> => {
  const timeLeft = startTimeLeft(o.timings);
  const answer = await retryWithin(timeLeft, () => o.client.getBalance(timeLeft.timeoutMs()));
  const found = lookup(o.log, answer, readBalance);
  return found.outcome === 'found' ? { outcome: 'told', balanceMinor: found.value } : unavailable(found);
};

/** An account whose balance is not told is taken for an empty one: the payout waits, and nothing is given back. */
const isShort = async (o: SendingContext, { payAmount }: PayoutRequest): Promise<boolean> => {
  const balance = await askBalance(o);
  return balance.outcome === 'unavailable' || balance.balanceMinor < toMinor(payAmount);
};

/**
 * PUT /gn/pix/{idEnvio}. A refusal stands only when the bank has nothing under the name: the name may be in use because
 * an earlier request arrived whose answer was lost.
 */
const sendPix = async (
  o: SendingContext,
  request: PayoutRequest,
  reference: PayoutReference,
): Promise<PayoutRelease> => {
  if (request.receiver === undefined) return { outcome: 'unavailable', detail: 'Its receiver is not known any more.' };
  const timeLeft = startTimeLeft(o.timings);
  const body = sendRequest(request.payAmount, o.key, request.receiver);
  const answer = await o.client.send(reference.providerReference, body, timeLeft.timeoutMs());
  switch (answer.outcome) {
    case 'answered':
      return { outcome: 'released' };
    case 'refused':
      return afterRefusal(o, request, { timeLeft, status: answer.status, name: refusalName(answer.body) });
    case 'missing':
      return { outcome: 'unavailable', detail: 'The bank has no such operation.' };
    case 'unavailable':
      return answer;
    case 'silent':
      return { outcome: 'unknown', detail: answer.detail };
    default:
      return assertNever(answer);
  }
};

interface Refused {
  readonly timeLeft: TimeLeft;
  readonly status: number;
  readonly name: string;
}

const conflict = 409;

const afterRefusal = async (
  o: SendingContext,
  request: PayoutRequest,
  { timeLeft, status, name }: Refused,
): Promise<PayoutRelease> => {
  const found = await findSent(o, request, idEnvioOf(request), timeLeft);
  if (found.outcome === 'found') return { outcome: 'released' };
  if (found.outcome !== 'missing') return { outcome: 'unknown', detail: `${name}; then: ${found.detail}` };
  // The callback address is registered at the start, again and again until the bank has it.
  if (name === 'webhook_nao_cadastrado') return { outcome: 'unavailable', detail: refusalText(name) };
  // The bank gives an empty account no name of its own.
  if (name === 'pagamento_negado' && (await isShort(o, request)))
    return { outcome: 'unfunded', detail: refusalText(name) };
  return status === conflict
    ? { outcome: 'unknown', detail: 'The bank knows the name, and shows nothing under it.' }
    : { outcome: 'rejected', detail: refusalText(name) };
};

const inspectSent = async (
  o: SendingContext,
  request: PayoutRequest,
  { providerReference }: PayoutReference,
): Promise<PayoutInspection> => {
  const found = await findSent(o, request, providerReference, startTimeLeft(o.timings));
  if (found.outcome === 'missing') return { outcome: 'held' };
  if (found.outcome !== 'found') return { outcome: 'silent', detail: found.detail };
  const { status, settledAt, endToEndId, failure, returns } = found.value;
  switch (status) {
    case 'sending':
      return { outcome: 'sending' };
    case 'settled':
      return { outcome: 'settled', transactionHash: null, settledAt, endToEndId, returns };
    case 'failed':
      return { outcome: 'failed', detail: failure };
    default:
      return assertNever(status);
  }
};

/** One of another amount under our name is a fault to be looked at, and says nothing of the payout. */
const findSent = (
  o: SendingContext,
  { payAmount, payoutId }: PayoutRequest,
  idEnvio: string,
  timeLeft: TimeLeft,
): Promise<Lookup<SentPix>> =>
  retryWithin(timeLeft, async () =>
    lookup(o.log, await o.client.getSent(idEnvio, timeLeft.timeoutMs()), readSentPix, (sent) => {
      if (sent.idEnvio !== idEnvio) return 'The answer is about another payout.';
      if (sent.amountMinor === toMinor(payAmount)) return undefined;
      const reason = `The bank sent ${sent.amountMinor} instead of ${toMinor(payAmount)} centavos.`;
      o.log.error({ payoutId, reason }, 'provider sent another amount than asked for');
      return reason;
    }),
  );
