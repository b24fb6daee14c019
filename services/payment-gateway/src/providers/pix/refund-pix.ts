import { assertNever } from '@repasse/chassis/decider';
import { type RefundInspection, type RefundOutcome, type RefundRequest } from '../provider';
import { type PixAnswer } from './client';
import { type Devolucao, readDevolucao } from './money-back';
import { type PixContext } from './pix-context';
import { devolucaoIdOf, devolucaoRequest } from './requests';
import { UnreadableCob } from './status-map';
import { startTimeLeft, type TimeLeft } from '../time-left';

type Reading = { readonly read: Devolucao } | { readonly unreadable: string };

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
  switch (answer.kind) {
    case 'answered':
      return ofReading(o, request, reading(request, answer.body));
    case 'missing':
      return { outcome: 'refused', detail: 'The bank does not know the payment.' };
    case 'unavailable':
      return { outcome: 'unavailable', detail: answer.detail };
    case 'refused': {
      const detail = `The bank refused the refund: ${answer.type} ${answer.detail}`.trim();
      return look(o, request, timeLeft, { outcome: 'refused', detail });
    }
    case 'silent': {
      const { isTimeout, detail } = answer;
      return look(o, request, timeLeft, { outcome: 'unknown', isTimeout, detail });
    }
    default:
      return assertNever(answer);
  }
};

/** GET /pix/{endToEndId}/devolucao/{id}. */
export const inspectPixRefund = async (o: PixContext, request: RefundRequest): Promise<RefundInspection> => {
  const answer = await get(o, request, startTimeLeft(o.timings));
  switch (answer.kind) {
    case 'answered':
      return asInspection(o, request, reading(request, answer.body));
    case 'missing':
      return { outcome: 'missing' };
    case 'refused':
    case 'unavailable':
    case 'silent':
      return { outcome: 'silent', detail: answer.detail };
    default:
      return assertNever(answer);
  }
};

const get = (o: PixContext, { receipt, refundId }: RefundRequest, timeLeft: TimeLeft): Promise<PixAnswer> =>
  o.client.getDevolucao(receipt.providerReference, devolucaoIdOf(refundId), timeLeft.timeoutMs());

type Doubtful = Extract<RefundOutcome, { outcome: 'refused' | 'unknown' }>;

const look = async (
  o: PixContext,
  request: RefundRequest,
  timeLeft: TimeLeft,
  otherwise: Doubtful,
): Promise<RefundOutcome> => {
  const answer = await get(o, request, timeLeft);
  if (answer.kind === 'answered') return ofReading(o, request, reading(request, answer.body));
  if (answer.kind === 'missing') return otherwise;
  // A refusal stands only once it is certain that the bank has no such devolução.
  return { outcome: 'unknown', isTimeout: false, detail: `${otherwise.detail} Then: ${answer.detail}` };
};

/** One of another amount under our id is a fault to be looked at, and no refund of ours. */
const reading = ({ amountMinor }: RefundRequest, body: unknown): Reading => {
  try {
    const read = readDevolucao(body);
    return read.amountMinor === amountMinor
      ? { read }
      : { unreadable: `The bank gives back ${read.amountMinor} instead of ${amountMinor} centavos.` };
  } catch (fault) {
    if (!(fault instanceof UnreadableCob)) throw fault;
    return { unreadable: fault.message };
  }
};

const ofReading = (o: PixContext, request: RefundRequest, read: Reading): RefundOutcome => {
  const inspected = asInspection(o, request, read);
  switch (inspected.outcome) {
    case 'settled':
      return inspected;
    case 'pending':
      return { outcome: 'pending', providerReference: 'read' in read ? nameOf(read.read) : request.refundId };
    case 'failed':
      return { outcome: 'refused', detail: inspected.detail };
    case 'silent':
      return { outcome: 'unknown', isTimeout: false, detail: inspected.detail };
    default:
      return assertNever(inspected);
  }
};

const asInspection = (
  { clock, log }: PixContext,
  { refundId }: RefundRequest,
  reading: Reading,
): Exclude<RefundInspection, { outcome: 'missing' }> => {
  if ('unreadable' in reading) {
    log.error({ refundId, reason: reading.unreadable }, 'provider said something unreadable about a refund');
    return { outcome: 'silent', detail: reading.unreadable };
  }
  const { read } = reading;
  switch (read.status) {
    case 'settled':
      return {
        outcome: 'settled',
        providerReference: nameOf(read),
        settledAt: read.settledAt ?? clock.now().toISOString(),
      };
    case 'pending':
      return { outcome: 'pending' };
    case 'failed':
      return { outcome: 'failed', detail: read.reason ?? 'The bank did not carry the refund out.' };
    default:
      return assertNever(read.status);
  }
};

const nameOf = ({ id, returnId }: Devolucao): string => returnId ?? id;
