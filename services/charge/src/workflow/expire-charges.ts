import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import type { Logger } from '@repasse/chassis/log/logger';
import type { Database } from '@repasse/chassis/postgres/database';
import type { Metrics } from '@repasse/chassis/telemetry/metrics';
import { runInTrace } from '@repasse/chassis/telemetry/trace';
import { expiryGraceMs } from '../domain/decide/ending';
import type { ChargeStore } from '../store/charge-store';
import { findOverdueCharges } from '../store/expiring-charges';

export interface ExpireDependencies {
  readonly db: Database;
  readonly charges: ChargeStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Some milliseconds each: a backlog of a night's outage is worked off in minutes, and a stop waits for one batch. */
const batchCharges = 50;

/**
 * Ends charges whose time is over. Two replicas may look at the same charge; the second finds nothing left to decide.
 */
export const createExpireCharges = (deps: ExpireDependencies): (() => Promise<void>) => {
  const { db, clock, metrics } = deps;
  const ended = metrics.counter('repasse_charge_expiry_total', 'Overdue charges looked at, by what came of it.', [
    'outcome',
  ]);
  const overdue = metrics.gauge('repasse_charge_expiry_overdue_seconds', 'How long the longest overdue charge waits.');
  return async () => {
    const expiredBeforeMs = clock.now().getTime() - expiryGraceMs;
    const found = await findOverdueCharges(db, toIso(new Date(expiredBeforeMs)), batchCharges);
    const [longest] = found;
    overdue.set(longest === undefined ? 0 : (expiredBeforeMs - Date.parse(longest.expiresAt)) / 1_000);
    for (const { chargeId } of found) {
      ended.inc({ outcome: await runInTrace({}, () => expire(deps, chargeId)) });
    }
  };
};

/** One charge that cannot be ended must not keep the others from it. */
const expire = async ({ charges, clock, log }: ExpireDependencies, chargeId: string): Promise<string> => {
  try {
    const now = toIso(clock.now());
    const outcome = await charges.run(chargeId, { type: 'ExpireCharge', data: { chargeId, now } });
    if (isRejection(outcome) || isUniqueViolation(outcome)) return 'refused';
    return outcome.events.length > 0 ? 'expired' : 'waiting';
  } catch (err) {
    log.warn({ err, chargeId }, 'charge could not be expired');
    return 'fault';
  }
};
