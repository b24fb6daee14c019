import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type RefundInspection, type RefundOutcome, type RefundRequest } from '../provider';
import { type Answer } from '../wire/ask';
import { lookup, type Lookup, missingOrSilent } from '../wire/lookup';
import { notRefunded, type Unrefunded } from '../wire/not-refunded';
import { startTimeLeft, type TimeLeft } from '../wire/time-left';
import { type Devolucao, readDevolucao } from './money-back';
import { type PixContext } from './pix-context';
import { devolucaoIdOf, devolucaoRequest } from './requests';

/**
 * PUT /pix/{endToEndId}/devolucao/{id} under our own id. Banks differ in what they say to a repeat: the first answer
 * again, or 400 because the id was used. So after a refusal or silence the devolução is read before anything is
 * concluded, and it is never asked for under another id.
 */
export const refundPix = async (o: PixContext, request: RefundRequest): Promise<RefundOutcome> => {
  const timeLeft = startTimeLeft(o.timings);
  const { providerReference: endToEndId } = request.receipt;
  const body = devolucaoRequest(request);
  const answer = await o.client.putDevolucao(endToEndId, devolucaoIdOf(request.refundId), body, timeLeft.timeoutMs());
  if (answer.outcome === 'answered') return toOutcome(o, devolucaoIn(o, request, answer));
  const outcome = notRefunded(answer, 'The bank does not know the payment.');
  if (answer.outcome === 'silent') return look(o, request, timeLeft, outcome);
  if (answer.outcome !== 'refused') return outcome;
  return look(o, request, timeLeft, { ...outcome, detail: `The bank refused the refund: ${answer.detail}` });
};

/** GET /pix/{endToEndId}/devolucao/{id}. */
export const inspectPixRefund = async (o: PixContext, request: RefundRequest): Promise<RefundInspection> => {
  const found = await get(o, request, startTimeLeft(o.timings));
  return found.outcome === 'found' ? standingOf(o, found.value) : missingOrSilent(found);
};

const get = async (o: PixContext, request: RefundRequest, timeLeft: TimeLeft): Promise<Lookup<Devolucao>> => {
  const { receipt, refundId } = request;
  const id = devolucaoIdOf(refundId);
  return devolucaoIn(o, request, await o.client.getDevolucao(receipt.providerReference, id, timeLeft.timeoutMs()));
};

/** One of another amount under our id is a fault to be looked at, and no refund of ours. */
const devolucaoIn = ({ log }: PixContext, asked: RefundRequest, answer: Answer): Lookup<Devolucao> =>
  lookup(log, answer, readDevolucao, ({ amountMinor }) => {
    if (amountMinor === asked.amountMinor) return undefined;
    const reason = `The bank gives back ${amountMinor} instead of ${asked.amountMinor} centavos.`;
    log.error({ refundId: asked.refundId, reason }, 'provider made another refund than asked for');
    return reason;
  });

/** A refusal stands only once it is certain that the bank has no such devolução. */
const look = async (
  o: PixContext,
  request: RefundRequest,
  timeLeft: TimeLeft,
  otherwise: Unrefunded,
): Promise<RefundOutcome> => {
  const found = await get(o, request, timeLeft);
  if (found.outcome === 'missing') return otherwise;
  if (found.outcome === 'found') return toOutcome(o, found);
  return { outcome: 'unknown', isTimeout: false, detail: `${otherwise.detail} Then: ${found.detail}` };
};

const toOutcome = (o: PixContext, found: Lookup<Devolucao>): RefundOutcome => {
  if (found.outcome !== 'found') {
    return { outcome: 'unknown', isTimeout: false, detail: 'detail' in found ? found.detail : 'It is not there.' };
  }
  const standing = standingOf(o, found.value);
  switch (standing.outcome) {
    case 'settled':
      return standing;
    case 'pending':
      return { outcome: 'pending', providerReference: nameOf(found.value) };
    case 'failed':
      return { outcome: 'refused', detail: standing.detail };
    default:
      return assertNever(standing);
  }
};

const standingOf = (
  { clock }: PixContext,
  devolucao: Devolucao,
): Extract<RefundInspection, { outcome: 'settled' | 'pending' | 'failed' }> => {
  switch (devolucao.status) {
    case 'settled':
      return {
        outcome: 'settled',
        providerReference: nameOf(devolucao),
        settledAt: devolucao.settledAt ?? toIso(clock.now()),
      };
    case 'pending':
      return { outcome: 'pending' };
    case 'failed':
      return { outcome: 'failed', detail: devolucao.reason ?? 'The bank did not carry the refund out.' };
    default:
      return assertNever(devolucao.status);
  }
};

const nameOf = ({ id, returnId }: Devolucao): string => returnId ?? id;
