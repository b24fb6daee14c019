import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type RefundInspection, type RefundOutcome, type RefundRequest } from '../provider';
import { type Answer, type NoAnswer } from '../wire/ask';
import { notRefunded } from '../wire/refund-answers';
import { type CieloContext } from './cielo-context';
import { getSale } from './find-sales';
import { type Sale } from './sale';
import { readVoidAnswer } from './void-answer';

type Asked = Pick<RefundRequest, 'receipt' | 'amountMinor' | 'settledBeforeMinor'>;
type Settled = Extract<RefundOutcome, { outcome: 'settled' }>;

/** The acquirer asks for this between two voids of one sale, and refuses an earlier one. */
const voidPauseMs = 5_000;

/**
 * Gives money back by voiding the sale in whole or in part. A void has no id of its own and the acquirer keeps only a
 * running sum, so what was given back before is counted: as soon as the sum has reached what this refund makes of it,
 * the refund is done and is not asked for again. This is why the refunds of one sale go one after another.
 */
export const refundSale = async (o: CieloContext, request: RefundRequest): Promise<RefundOutcome> => {
  const found = await getSale(o, request.receipt.providerReference);
  if (found.outcome !== 'found') return unreadable(o, request, found);

  const { value: sale } = found;
  const settled = settledBy(o, request, sale);
  if (settled !== undefined) return settled;
  if (isTooSoon(o, sale)) return { outcome: 'unavailable', detail: 'The sale was voided less than 5 s ago.' };
  const { saleId } = sale;
  return outcomeOf(o, request, await o.client.voidSale(saleId, request.amountMinor, o.timings.saleTimeoutMs));
};

/** Whether the running sum has got to where this refund brings it. Below that the acquirer has not had it. */
export const inspectSaleRefund = async (o: CieloContext, request: RefundRequest): Promise<RefundInspection> => {
  const found = await getSale(o, request.receipt.providerReference);
  if (found.outcome !== 'found') return { outcome: 'silent', detail: unreadable(o, request, found).detail };
  return settledBy(o, request, found.value) ?? { outcome: 'missing' };
};

const sumAfter = ({ settledBeforeMinor, amountMinor }: Asked): number => settledBeforeMinor + amountMinor;

const settledBy = ({ clock }: CieloContext, asked: Asked, { voidedMinor, voidedAt }: Sale): Settled | undefined =>
  voidedMinor >= sumAfter(asked) ? settledAt(asked, voidedAt ?? toIso(clock.now())) : undefined;

/** The sale and the sum after it: the nearest thing to a name that a void has. */
const settledAt = (asked: Asked, time: string): Settled => ({
  outcome: 'settled',
  providerReference: `${asked.receipt.providerReference}/void/${sumAfter(asked)}`,
  settledAt: time,
});

/** Sales can be read for three months. Older ones cannot be counted, so a person refunds them. */
const readableMs = 90 * 24 * 60 * 60_000;

/** A sale of this minute may not have got to where it is read, which is no reason to give up. */
const unreadable = (
  { clock }: CieloContext,
  { receipt }: RefundRequest,
  answer: NoAnswer,
): { outcome: 'refused' | 'unavailable'; detail: string } => {
  if (answer.outcome !== 'missing') return { outcome: 'unavailable', detail: answer.detail };
  return clock.now().getTime() > Date.parse(receipt.receivedAt) + readableMs
    ? { outcome: 'refused', detail: 'The acquirer no longer shows the sale; refund it at the acquirer.' }
    : { outcome: 'unavailable', detail: 'The acquirer does not show the sale yet.' };
};

const isTooSoon = ({ clock }: CieloContext, { voidedAt }: Sale): boolean => {
  if (voidedAt === undefined) return false;
  const sinceMs = clock.now().getTime() - Date.parse(voidedAt);
  return sinceMs >= 0 && sinceMs < voidPauseMs;
};

const outcomeOf = (o: CieloContext, request: RefundRequest, answer: Answer): Promise<RefundOutcome> | RefundOutcome => {
  if (answer.outcome === 'answered') return ofBody(o, request, answer.body);
  const outcome = notRefunded(answer, 'The acquirer does not know the sale.');
  return outcome.outcome === 'unknown' ? lookAgain(o, request, outcome) : outcome;
};

const ofBody = (o: CieloContext, request: RefundRequest, body: unknown): Promise<RefundOutcome> | RefundOutcome => {
  const { answer, returnCode } = readVoidAnswer(body);
  const detail = `The acquirer answered with code ${returnCode || 'none'}.`;
  switch (answer) {
    case 'done':
      return settledAt(request, toIso(o.clock.now()));
    case 'later':
      return { outcome: 'unavailable', detail };
    case 'unknown':
      return lookAgain(o, request, { outcome: 'unknown', isTimeout: true, detail });
    case 'refused':
      return { outcome: 'refused', detail };
    default:
      return assertNever(answer);
  }
};

const lookAgain = async (
  o: CieloContext,
  request: RefundRequest,
  otherwise: Extract<RefundOutcome, { outcome: 'unknown' }>,
): Promise<RefundOutcome> => {
  const found = await getSale(o, request.receipt.providerReference);
  return found.outcome === 'found' ? (settledBy(o, request, found.value) ?? otherwise) : otherwise;
};
