import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { every, type Poll } from '@repasse/chassis/waiting/poll';

/** An alarm is raised after days, and a seller who waits is not paid out meanwhile. */
const intervalMs = 60_000;

/** On whom a verification waits. */
const deciders = ['operator', 'provider'] as const;

interface Waiting {
  readonly decider: (typeof deciders)[number];
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Keeps two gauges up to date: how many verifications wait for a decision, and for how long. */
export const measureVerifications = ({
  db,
  clock,
  log,
  metrics,
}: Pick<ServiceParts, 'db' | 'clock' | 'log' | 'metrics'>): Poll => {
  const waiting = metrics.gauge('repasse_identity_verifications_waiting', 'Recipients whose verification waits.', [
    'decider',
  ]);
  const oldest = metrics.gauge(
    'repasse_identity_verifications_oldest_seconds',
    'How long the verification that waits longest has waited.',
    ['decider'],
  );
  return every({
    name: 'gauges of verifications',
    intervalMs,
    log,
    run: async () => {
      for (const { decider, count, oldestSeconds } of await verificationsWaiting(db, toIso(clock.now()))) {
        waiting.set({ decider }, count);
        oldest.set({ decider }, oldestSeconds);
      }
    },
  });
};

/** One row of each, zeros among them. A provider that left the decision to people has ended its request. */
export const verificationsWaiting = (db: Tx, now: string): Promise<readonly Waiting[]> =>
  db.query<Waiting>(
    `select d.decider, count(p.user_id)::integer as count,
            coalesce(extract(epoch from $1::timestamptz - min(p.updated_at)), 0)::float8 as "oldestSeconds"
     from unnest($2::text[]) as d(decider)
     left join (
       select r.user_id, r.updated_at, exists (
         select from verification_requests v where v.user_id = r.user_id and v.status <> 'ENDED') as is_asked
       from recipients r where r.verification = 'PENDING'
     ) p on p.is_asked = (d.decider = 'provider')
     group by d.decider`,
    [now, deciders],
  );
