import { setTimeout as pause } from 'node:timers/promises';
import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type PaymentFacts } from '../../domain/payment';
import { type Inspection, type OfferOutcome, type OfferRequest, type Provider } from '../provider';
import { type PixAnswer, type PixClient } from './client';
import { offerOf, type Receiver, UnusableCob } from './offer';
import { cobRequest, txidOf } from './requests';
import { type Cob, readCob, UnreadableCob } from './status-map';

export interface PixTimings {
  /** Banks answer within a second as a rule; four are silence. */
  readonly exchangeTimeoutMs: number;
  /** A payer waits in front of a screen, and the service in front of us gives up after some ten seconds. */
  readonly offerBudgetMs: number;
  /** Mean pause before a repeat; the jitter around it keeps replicas from returning in step. */
  readonly retryDelayMs: number;
}

export const pixTimingsDefault: PixTimings = { exchangeTimeoutMs: 4_000, offerBudgetMs: 8_000, retryDelayMs: 150 };

export interface PixOptions {
  readonly client: PixClient;
  readonly key: string;
  readonly receiver: Receiver;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timings: PixTimings;
  readonly startRegistration: () => () => Promise<void>;
}

export const pixProviderName = 'PIX_BCB';
/** One repeat after silence. More would only tell a struggling bank what it knows. */
const offerTriesMax = 2;
const inspectTriesMax = 2;
/** With less than this left an exchange cannot succeed, so it is not begun. */
const usefulTimeoutMs = 250;

export const createPixProvider = (o: PixOptions): Provider => ({
  name: pixProviderName,
  paymentMethod: 'PIX',
  offer: (request) => offer(o, request),
  inspect: ({ paymentId }) => inspect(o, { paymentId }),
  start: o.startRegistration,
});

/**
 * PUT /cob/{txid} under our own txid. A repeat is safe (it finds or revises the same charge), but the charge is looked
 * for first: a revision would restart its expiry, and one that is already paid refuses to be put again.
 */
const offer = async (o: PixOptions, request: OfferRequest): Promise<OfferOutcome> => {
  const timeLeft = budget(o.timings);
  let silence: OfferOutcome | undefined;
  for (let tryNumber = 1; tryNumber <= offerTriesMax && timeLeft() > usefulTimeoutMs; tryNumber++) {
    if (silence !== undefined) await pause(jittered(o.timings.retryDelayMs));
    if (request.isRepeat || silence !== undefined) {
      const found = await lookFor(o, request, timeLeft());
      if (found !== 'missing') return isUncertain(found) ? (silence ?? found) : found;
    }
    const made = await put(o, request, timeLeft());
    if (made.outcome !== 'unknown') return isUncertain(made) ? (silence ?? made) : made;
    silence = made;
  }
  return silence ?? { outcome: 'unknown', isTimeout: true, detail: 'There was no time left to ask.' };
};

/** Once a question was met with silence, a later "unavailable" does not make the first one unasked. */
const isUncertain = ({ outcome }: OfferOutcome): boolean => outcome === 'unknown' || outcome === 'unavailable';

const put = async (o: PixOptions, request: OfferRequest, timeLeftMs: number): Promise<OfferOutcome> => {
  const body = cobRequest(request, o.key, o.clock.now());
  const answer = await o.client.putCob(txidOf(request.facts), body, exchangeTimeout(o, timeLeftMs));
  if (answer.kind === 'refused' && answer.type === 'CobOperacaoInvalida') {
    // The charge exists and is closed to changes: paid before this answer could be given, most likely.
    const found = await lookFor(o, request, timeLeftMs);
    if (found !== 'missing' && found.outcome === 'offered') return found;
  }
  return answer.kind === 'missing'
    ? { outcome: 'unavailable', detail: 'The provider does not know PUT /cob.' }
    : toOutcome(o, request.facts, answer);
};

const lookFor = async (
  o: PixOptions,
  { facts }: OfferRequest,
  timeLeftMs: number,
): Promise<OfferOutcome | 'missing'> => {
  const answer = await o.client.getCob(txidOf(facts), exchangeTimeout(o, timeLeftMs));
  return answer.kind === 'missing' ? 'missing' : toOutcome(o, facts, answer);
};

const toOutcome = (
  o: PixOptions,
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
  }
};

const usable = (o: PixOptions, facts: PaymentFacts, body: unknown): OfferOutcome => {
  try {
    return { outcome: 'offered', offer: offerOf(readCob(body), facts, o.receiver) };
  } catch (fault) {
    if (!(fault instanceof UnusableCob) && !(fault instanceof UnreadableCob)) throw fault;
    o.log.error({ paymentId: facts.paymentId, reason: fault.message }, 'provider made a charge that cannot be shown');
    if (fault instanceof UnreadableCob) return { outcome: 'unknown', isTimeout: false, detail: fault.message };
    return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: fault.message };
  }
};

type PaymentId = Pick<PaymentFacts, 'paymentId'>;

/** Reading is always safe, so silence is asked again at once, with jitter; after that the reconciler's pace applies. */
const inspect = async (o: PixOptions, payment: PaymentId): Promise<Inspection> => {
  const timeLeft = budget(o.timings);
  let answer: PixAnswer = { kind: 'silent', isTimeout: true, detail: 'not asked' };
  for (let tryNumber = 1; tryNumber <= inspectTriesMax && timeLeft() > usefulTimeoutMs; tryNumber++) {
    if (tryNumber > 1) await pause(jittered(o.timings.retryDelayMs));
    answer = await o.client.getCob(txidOf(payment), exchangeTimeout(o, timeLeft()));
    if (answer.kind !== 'silent') break;
  }
  if (answer.kind === 'missing') return { outcome: 'missing' };
  if (answer.kind !== 'answered') return { outcome: 'silent', detail: answer.detail };
  return toInspection(o, payment, answer.body);
};

const toInspection = (o: PixOptions, payment: PaymentId, body: unknown): Inspection => {
  try {
    const cob = readCob(body);
    if (cob.txid !== txidOf(payment)) return { outcome: 'silent', detail: `The answer is about txid ${cob.txid}.` };
    return { outcome: 'found', status: settledStatus(cob), receipts: cob.receipts };
  } catch (fault) {
    if (!(fault instanceof UnreadableCob)) throw fault;
    o.log.error({ ...payment, reason: fault.message }, 'provider said something unreadable');
    return { outcome: 'silent', detail: fault.message };
  }
};

/** Money is in `pix[]` or it is not there: CONCLUIDA alone proves nothing that could be booked. */
const settledStatus = (cob: Cob): 'pending' | 'received' | 'removed' => {
  if (cob.receipts.length > 0) return 'received';
  return cob.status === 'removed' ? 'removed' : 'pending';
};

const budget = ({ offerBudgetMs }: PixTimings): (() => number) => {
  const endMs = performance.now() + offerBudgetMs;
  return () => endMs - performance.now();
};

const exchangeTimeout = (o: PixOptions, timeLeftMs: number): number =>
  Math.max(1, Math.floor(Math.min(o.timings.exchangeTimeoutMs, timeLeftMs)));

/** Between half and one and a half times the mean. */
const jittered = (meanMs: number): number => meanMs * (0.5 + Math.random());
