import { backoffMs, type BackoffLimits } from '@repasse/chassis/waiting/backoff';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { runInTrace } from '@repasse/chassis/telemetry/trace';
import { startDueWork, type DueWork } from '@repasse/chassis/waiting/due-work';
import {
  attemptOf,
  isAwaited,
  isOpen,
  lacksInstructions,
  settlesAtOnce,
  type Attempt,
  type ExistingCharge,
} from '../domain/charge';
import { createAwaitedOffers, forgetAwaited, type TakenOffer } from '../store/awaited-offers';
import { type OfferAttempt } from './offer-attempt';
import { recordCardAnswer, type CardDependencies } from './pay-by-card';

export interface FinishDependencies extends CardDependencies {
  readonly db: Database;
  readonly offerAttempt: OfferAttempt;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Asked for at a time: a provider that comes back after an outage is not met by all of it at once. */
const offersAtOnceMax = 10;
/** Between two questions about one attempt. Half of it is random, so that an outage does not end in a stampede. */
const retryDelays: BackoffLimits = { firstMs: 15_000, maxMs: 5 * 60_000 };

/**
 * Finishes attempts without the gateway's answer: their process died, or the provider was down. The gateway knows each
 * payment by its id, so a repeated request never makes a second one. Requests need not announce new attempts: those are
 * due later than a backstop.
 */
export const startFinishingAwaited = (deps: FinishDependencies): DueWork<TakenOffer> => {
  const { db, clock, log, metrics } = deps;
  const finished = metrics.counter('repasse_charge_janitor_total', 'Attempts asked for again.', ['outcome']);
  const awaited = createAwaitedOffers(db);
  return startDueWork({
    name: 'awaited offers',
    ...{ clock, log },
    atOnceMax: offersAtOnceMax,
    claim: awaited.claim,
    work: async (offer) => {
      const askedAtMs = clock.now().getTime();
      finished.inc({ outcome: await finish(deps, offer) });
      // Takes effect while the attempt is still waited for: its row goes with its answer.
      const dueAt = toIso(new Date(askedAtMs + backoffMs(offer.tries, retryDelays)));
      return (await awaited.putOff(offer, dueAt)) ? dueAt : null;
    },
  });
};

const finishSpan = { kind: 'internal', name: 'finish awaited offer' } as const;

const finish = async (deps: FinishDependencies, offer: TakenOffer): Promise<string> => {
  const { attemptId, chargeId, tries } = offer;
  try {
    const outcome = await runInTrace({ span: finishSpan }, () => askAgain(deps, offer));
    deps.log.info({ chargeId, attemptId, tries, outcome }, 'attempt asked for again');
    return outcome;
  } catch (err) {
    deps.log.warn({ err, chargeId, attemptId, tries }, 'attempt could not be asked for again');
    return 'fault';
  }
};

const askAgain = async (deps: FinishDependencies, offer: TakenOffer): Promise<string> => {
  const { chargeId, attemptId } = offer;
  const charge = await deps.charges.load(chargeId);
  const attempt = charge.status === 'absent' ? undefined : attemptOf(charge, attemptId);
  if (charge.status === 'absent' || !attempt || !isAwaited(attempt)) {
    await forgetAwaited(deps.db, attemptId);
    return 'settled';
  }
  const isInDoubt = settlesAtOnce(attempt) && isOpen(attempt);
  if (lacksInstructions(attempt) && !isInDoubt) return askForInstructions(deps, attempt, offer);
  return settlesAtOnce(attempt) ? askAboutCard(deps, charge, attempt) : askForOffer(deps, charge, attempt, offer);
};

/** The payment exists at the gateway, whatever became of it. One that has lost them, too, and cannot be paid, stays without. */
const askForInstructions = async (
  { charges, gateway, db, clock }: FinishDependencies,
  attempt: Attempt,
  { chargeId, attemptId }: TakenOffer,
): Promise<string> => {
  const standing = await gateway.getPayment(attempt.terms.paymentId);
  const found = 'offer' in standing ? standing.offer : null;
  if (found) {
    await charges.run(chargeId, {
      type: 'RecordOffer',
      data: { chargeId, attemptId, now: toIso(clock.now()), ...found },
    });
    return 'instructions_found';
  }
  if (standing.outcome !== 'silent' && !isOpen(attempt)) await forgetAwaited(db, attemptId);
  return `instructions_${standing.outcome}`;
};

/** The card is gone from memory and is never requested again: only the payment's outcome can be looked up. */
const askAboutCard = async (deps: FinishDependencies, charge: ExistingCharge, attempt: Attempt): Promise<string> => {
  const standing = await deps.gateway.getPayment(attempt.terms.paymentId);
  await recordCardAnswer(deps, charge, attempt, standing);
  return `card_${standing.outcome}`;
};

const askForOffer = async (
  { charges, offerAttempt, clock }: FinishDependencies,
  charge: ExistingCharge,
  attempt: Attempt,
  { chargeId, attemptId, payer, gatewayOptions }: TakenOffer,
): Promise<string> => {
  const now = toIso(clock.now());
  if (attempt.terms.expiresAt <= now) {
    // The payer never got instructions, so nothing is lost; money that comes nevertheless is still recorded.
    await charges.run(chargeId, { type: 'ExpireAttempt', data: { chargeId, attemptId, now } });
    return 'expired';
  }
  const { answer } = await offerAttempt(charge, attempt, { payer, gatewayOptions });
  return answer ?? 'settled';
};
