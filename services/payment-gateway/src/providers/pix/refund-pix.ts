import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type RefundInspection, type RefundOutcome, type RefundRequest } from '../provider';
import { type Answer } from '../wire/ask';
import { lookup, type Lookup, mapFound } from '../wire/lookup';
import {
  notRefunded,
  refundInspection,
  refundOutcome,
  type ShownRefund,
  type Unrefunded,
} from '../wire/refund-answers';
import { startTimeLeft, type TimeLeft } from '../wire/time-left';
import { type PixContext } from './client';
import { type Devolucao, readDevolucao } from './money-back';
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
  if (answer.outcome === 'answered') return refundOutcome(devolucaoIn(o, request, answer));
  const outcome = notRefunded(answer, 'The bank does not know the payment.');
  if (answer.outcome === 'silent') return look(o, request, timeLeft, outcome);
  if (answer.outcome !== 'refused') return outcome;
  return look(o, request, timeLeft, { ...outcome, detail: `The bank refused the refund: ${answer.detail}` });
};

/** GET /pix/{endToEndId}/devolucao/{id}. */
export const inspectPixRefund = async (o: PixContext, request: RefundRequest): Promise<RefundInspection> =>
  refundInspection(await get(o, request, startTimeLeft(o.timings)));

const get = async (o: PixContext, request: RefundRequest, timeLeft: TimeLeft): Promise<Lookup<ShownRefund>> => {
  const { receipt, refundId } = request;
  const id = devolucaoIdOf(refundId);
  return devolucaoIn(o, request, await o.client.getDevolucao(receipt.providerReference, id, timeLeft.timeoutMs()));
};

/** One of another amount under our id is a fault to be looked at, and no refund of ours. */
const devolucaoIn = (o: PixContext, asked: RefundRequest, answer: Answer): Lookup<ShownRefund> => {
  const found = lookup(o.log, answer, readDevolucao, ({ amountMinor }) => {
    if (amountMinor === asked.amountMinor) return undefined;
    const reason = `The bank gives back ${amountMinor} instead of ${asked.amountMinor} centavos.`;
    o.log.error({ refundId: asked.refundId, reason }, 'provider made another refund than asked for');
    return reason;
  });
  return mapFound(found, (devolucao) => shownOf(o, devolucao));
};

/** A refusal stands only once it is certain that the bank has no such devolução. */
const look = async (
  o: PixContext,
  request: RefundRequest,
  timeLeft: TimeLeft,
  otherwise: Unrefunded,
): Promise<RefundOutcome> => {
  const found = await get(o, request, timeLeft);
  if (found.outcome === 'missing') return otherwise;
  if (found.outcome === 'found') return refundOutcome(found);
  return { outcome: 'unknown', isTimeout: false, detail: `${otherwise.detail} Then: ${found.detail}` };
};

const shownOf = ({ clock }: PixContext, { id, returnId, status, settledAt, reason }: Devolucao): ShownRefund => {
  const providerReference = returnId ?? id;
  switch (status) {
    case 'settled':
      return { outcome: 'settled', providerReference, settledAt: settledAt ?? toIso(clock.now()) };
    case 'pending':
      return { outcome: 'pending', providerReference };
    case 'failed':
      return { outcome: 'failed', detail: reason ?? 'The bank did not carry the refund out.' };
    default:
      return assertNever(status);
  }
};
