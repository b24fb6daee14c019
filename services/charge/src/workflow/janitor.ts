import { toIso, type Clock } from '@repasse/chassis/clock';
import type { Logger } from '@repasse/chassis/log/logger';
import type { Database } from '@repasse/chassis/postgres/database';
import type { Metrics } from '@repasse/chassis/telemetry/metrics';
import { runInTrace } from '@repasse/chassis/telemetry/trace';
import { attemptOf } from '../domain/charge';
import type { OfferAttempt } from './offer-attempt';
import { countAwaitedOffers, forgetAwaited, takeDueOffers, type AwaitedOffer } from '../store/awaited-offers';
import type { ChargeStore } from '../store/charge-store';

export interface Janitor {
  stop(): Promise<void>;
}

export interface JanitorDependencies {
  readonly db: Database;
  readonly charges: ChargeStore;
  readonly offerAttempt: OfferAttempt;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pollIntervalMs?: number;
}

/** An attempt waits seconds until it is due; looking once a second adds little to that. */
const pollIntervalMsDefault = 1_000;

/** Asked for at a time: a provider that comes back after an outage is not met by all of it at once. */
const batchOffers = 10;

/**
 * Finishes attempts that were asked for and not answered: their process died, or the provider was away. The gateway
 * knows each payment by its id, so asking again never makes a second one.
 */
export const startJanitor = (deps: JanitorDependencies): Janitor => {
  const { db, clock, log, metrics, pollIntervalMs = pollIntervalMsDefault } = deps;
  const waiting = metrics.gauge('repasse_charge_awaited_offers', 'Attempts whose provider has not answered.');
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const round = async (): Promise<void> => {
    try {
      const due = await takeDueOffers(db, toIso(clock.now()), batchOffers);
      await Promise.all(due.map((offer) => finish(deps, offer)));
      waiting.set(await countAwaitedOffers(db));
    } catch (err) {
      log.warn({ err }, 'the janitor could not look for attempts');
    }
  };
  const loop = async (): Promise<void> => {
    await round();
    if (isStopped) return;
    timer = setTimeout(() => {
      running = loop();
    }, pollIntervalMs);
  };
  let running = loop();

  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};

const finish = async (deps: JanitorDependencies, offer: AwaitedOffer): Promise<void> => {
  const finished = deps.metrics.counter('repasse_charge_janitor_total', 'Attempts asked for again.', ['outcome']);
  const { attemptId, chargeId, tries } = offer;
  try {
    const outcome = await runInTrace({}, () => askAgain(deps, offer));
    finished.inc({ outcome });
    deps.log.info({ chargeId, attemptId, tries, outcome }, 'attempt asked for again');
  } catch (err) {
    finished.inc({ outcome: 'fault' });
    deps.log.warn({ err, chargeId, attemptId, tries }, 'attempt could not be asked for again');
  }
};

const askAgain = async (
  { db, charges, offerAttempt, clock }: JanitorDependencies,
  { chargeId, attemptId, customerMeta, gatewayOptions }: AwaitedOffer,
): Promise<string> => {
  const charge = await charges.load(chargeId);
  const attempt = charge.status === 'absent' ? undefined : attemptOf(charge, attemptId);
  if (charge.status === 'absent' || attempt?.situation.status !== 'requested') {
    await forgetAwaited(db, attemptId);
    return 'settled';
  }
  const now = toIso(clock.now());
  if (attempt.terms.expiresAt <= now) {
    // Nobody was ever shown how to pay, so nothing is lost; money that comes all the same is still recorded.
    await charges.run(chargeId, { type: 'ExpireAttempt', data: { chargeId, attemptId, now } });
    return 'expired';
  }
  const { answer } = await offerAttempt(charge, attempt, { customerMeta, gatewayOptions });
  return answer;
};
