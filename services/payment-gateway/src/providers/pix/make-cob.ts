import { setTimeout as pause } from 'node:timers/promises';
import { assertNever } from '@repasse/chassis/decider';
import { type PaymentFacts } from '../../domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { type PixAnswer } from './client';
import { offerOf, UnusableCob } from './offer-of-cob';
import { type PixContext } from './pix-context';
import { cobRequest, txidOf } from './requests';
import { readCob, UnreadableCob } from './status-map';
import { jittered, startTimeLeft, type TimeLeft } from '../time-left';

/** One repeat after silence. More would only tell a struggling bank what it knows. */
const triesMax = 2;

/**
 * PUT /cob/{txid} under our own txid. A repeat is safe (it finds or revises the same charge), but the charge is looked
 * for first: a revision would restart its expiry, and one that is already paid refuses to be put again.
 */
export const makeCob = async (o: PixContext, request: OfferRequest): Promise<OfferOutcome> => {
  const timeLeft = startTimeLeft(o.timings);
  let silence: OfferOutcome | undefined;
  for (let tryNumber = 1; tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    if (silence !== undefined) await pause(jittered(o.timings.retryDelayMs));
    if (request.isRepeat || silence !== undefined) {
      const found = await lookFor(o, request, timeLeft);
      if (found !== 'missing') return isUncertain(found) ? (silence ?? found) : found;
    }
    const made = await put(o, request, timeLeft);
    if (made.outcome !== 'unknown') return isUncertain(made) ? (silence ?? made) : made;
    silence = made;
  }
  return silence ?? { outcome: 'unknown', isTimeout: true, detail: 'There was no time left to ask.' };
};

/** Once a question was met with silence, a later "unavailable" does not make the first one unasked. */
const isUncertain = ({ outcome }: OfferOutcome): boolean => outcome === 'unknown' || outcome === 'unavailable';

const put = async (o: PixContext, request: OfferRequest, timeLeft: TimeLeft): Promise<OfferOutcome> => {
  const body = cobRequest(request, o.key, o.clock.now());
  const answer = await o.client.putCob(txidOf(request.facts), body, timeLeft.timeoutMs());
  if (answer.kind === 'missing') return { outcome: 'unavailable', detail: 'The provider does not know PUT /cob.' };
  if (answer.kind === 'refused' && answer.type === 'CobOperacaoInvalida') {
    // Either the charge exists and is closed to changes, most likely because it is paid, or the request is at fault.
    const found = await lookFor(o, request, timeLeft);
    if (found !== 'missing' && found.outcome === 'offered') return found;
  }
  return toOutcome(o, request.facts, answer);
};

const lookFor = async (
  o: PixContext,
  { facts }: OfferRequest,
  timeLeft: TimeLeft,
): Promise<OfferOutcome | 'missing'> => {
  const answer = await o.client.getCob(txidOf(facts), timeLeft.timeoutMs());
  if (answer.kind === 'missing') return 'missing';
  // A question that was refused says nothing about the charge.
  return answer.kind === 'refused' ? { outcome: 'unavailable', detail: answer.detail } : toOutcome(o, facts, answer);
};

const toOutcome = (
  o: PixContext,
  facts: PaymentFacts,
  answer: Exclude<PixAnswer, { kind: 'missing' }>,
): OfferOutcome => {
  switch (answer.kind) {
    case 'answered':
      return usable(o, facts, answer.body);
    case 'refused':
      return { outcome: 'refused', reason: 'DECLINED', detail: `${answer.type} ${answer.detail}`.trim() };
    case 'unavailable':
      return { outcome: 'unavailable', detail: answer.detail };
    case 'silent':
      return { outcome: 'unknown', isTimeout: answer.isTimeout, detail: answer.detail };
    default:
      return assertNever(answer);
  }
};

const usable = (o: PixContext, facts: PaymentFacts, body: unknown): OfferOutcome => {
  try {
    return { outcome: 'offered', offer: offerOf(readCob(body), facts, o.receiver) };
  } catch (fault) {
    if (!(fault instanceof UnusableCob) && !(fault instanceof UnreadableCob)) throw fault;
    o.log.error({ paymentId: facts.paymentId, reason: fault.message }, 'provider made a charge that cannot be shown');
    if (fault instanceof UnreadableCob) return { outcome: 'unknown', isTimeout: false, detail: fault.message };
    return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: fault.message };
  }
};
