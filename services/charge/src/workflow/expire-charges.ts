import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { runInTrace } from '@repasse/chassis/telemetry/trace';
import { pollDue, type DuePoll, type Look } from '@repasse/chassis/waiting/poll-due';
import { expiryGraceMs } from '../domain/decide/ending';
import { type ChargeStore } from '../store/charge-store';
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
 * Ends charges whose time is over. Two replicas may look at the same charge; the second finds nothing left to decide. A
 * charge that cannot be ended is looked at again after the backstop.
 */
export const startExpiringCharges = (deps: ExpireDependencies): DuePoll => {
  const { db, clock, log, metrics } = deps;
  const ended = metrics.counter('repasse_charge_expiry_total', 'Overdue charges looked at, by what came of it.', [
    'outcome',
  ]);
  bornAtZero(ended, { outcome: ['expired', 'waiting', 'refused', 'fault'] });
  const overdue = metrics.gauge('repasse_charge_expiry_overdue_seconds', 'How long the longest overdue charge waits.');
  const look = async (): Promise<Look> => {
    const expiredBeforeMs = clock.now().getTime() - expiryGraceMs;
    const { rows: charges, nextDueAt } = await findOverdueCharges(db, toIso(new Date(expiredBeforeMs)), batchCharges);
    const [longest] = charges;
    overdue.set(longest === undefined ? 0 : (expiredBeforeMs - Date.parse(longest.expiresAt)) / 1_000);
    let expired = 0;
    for (const { chargeId } of charges) {
      const outcome = await runInTrace({ span: expireSpan }, () => expire(deps, chargeId));
      ended.inc({ outcome });
      if (outcome === 'expired') expired += 1;
    }
    return { isMore: charges.length === batchCharges && expired > 0, nextDueAt: nextDueAt && endOf(nextDueAt) };
  };
  return pollDue({ name: 'expiry of charges', clock, log, look });
};

const endOf = (expiresAt: string): string => toIso(new Date(Date.parse(expiresAt) + expiryGraceMs));

const expireSpan = { kind: 'internal', name: 'expire charge' } as const;

/** One charge that cannot be ended must not keep the others from it. */
const expire = async ({ charges, clock, log }: ExpireDependencies, chargeId: string): Promise<string> => {
  try {
    const now = toIso(clock.now());
    const outcome = await charges.run(chargeId, { type: 'ExpireCharge', data: { chargeId, now } });
    if (isRejection(outcome)) return 'refused';
    return outcome.events.length > 0 ? 'expired' : 'waiting';
  } catch (err) {
    log.warn({ err, chargeId }, 'charge could not be expired');
    return 'fault';
  }
};
