import { type Logger } from '@repasse/chassis/log/logger';
import { type OfferOutcome } from '../provider';
import { type NoAnswer, type Refusal } from './ask';
import { type Lookup, unavailable } from './lookup';
import { type ProviderTimings, startTimeLeft, type TimeLeft, triesMax } from './time-left';

/** How a provider makes a payment. `T` is the payment as the provider shows it. */
interface Making<T> {
  /** The provider may already know the payment, so it is looked for before anything is made. */
  readonly isRepeat: boolean;
  readonly find: (timeLeft: TimeLeft) => Promise<Lookup<T>>;
  readonly make: (timeLeft: TimeLeft) => Promise<Refusal | Lookup<T>>;
  readonly outcomeOf: (made: T) => OfferOutcome;
}

/**
 * Makes a payment at a provider that may make a second one when it is asked twice: before every request that is not
 * the first, the payment is looked for under our id.
 */
export const makeOnce = async <T>(timings: ProviderTimings, o: Making<T>): Promise<OfferOutcome> => {
  const outcomeOf = (answer: Refusal | Lookup<T>): OfferOutcome =>
    answer.outcome === 'found' ? o.outcomeOf(answer.value) : notMade(answer);
  const timeLeft = startTimeLeft(timings);
  let silence: OfferOutcome | undefined;
  for (let tryNumber = 1; tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    if (silence !== undefined) await timeLeft.pause();
    if (o.isRepeat || silence !== undefined) {
      const found = await o.find(timeLeft);
      if (found.outcome !== 'missing') return lasting(outcomeOf(found), silence);
      if (!timeLeft.isEnough()) break;
    }
    const made = outcomeOf(await o.make(timeLeft));
    if (made.outcome !== 'unknown') return lasting(made, silence);
    silence = made;
  }
  return silence ?? { outcome: 'unavailable', detail: 'There was no time left to ask.' };
};

/** Once a request was met with silence, a later "unavailable" does not make the first one unasked. */
const lasting = (outcome: OfferOutcome, silence: OfferOutcome | undefined): OfferOutcome =>
  outcome.outcome === 'unknown' || outcome.outcome === 'unavailable' ? (silence ?? outcome) : outcome;

/** The outcome of a request to make a payment, or of a look for one, that did not show it. */
export const notMade = (answer: Refusal | NoAnswer): OfferOutcome => {
  switch (answer.outcome) {
    case 'refused':
      return { outcome: 'refused', reason: 'DECLINED', detail: answer.detail };
    case 'missing':
    case 'unavailable':
      return unavailable(answer);
    case 'silent':
      return { outcome: 'unknown', isTimeout: answer.isTimeout, detail: answer.detail };
  }
};

/** A payment was made that is not the one asked for, or that no payer can pay: an operator has to look at it. */
export const unusable = (log: Logger, paymentId: string, detail: string): OfferOutcome => {
  log.error({ paymentId, reason: detail }, 'provider made an unusable payment');
  return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail };
};
