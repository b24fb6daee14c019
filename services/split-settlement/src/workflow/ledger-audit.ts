import { systemClock, toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { every } from '@repasse/chassis/waiting/poll';
import { checkAnew, checkOnwards, type ProvedReport } from '../store/ledger-proof';
import { overdueRunSeconds } from '../store/payouts/schedules';
import { sumAccounts, type KindTotal } from '../store/sum-accounts';
import { openWithdrawalSeconds } from '../store/withdrawals';

export interface LedgerAudit {
  /** Checks what is new, and lets the metrics know as well. */
  readonly check: () => Promise<ProvedReport>;
  /** Checks every entry. Ends when the signal aborts. */
  readonly checkAnew: (signal: AbortSignal) => Promise<ProvedReport>;
  /** Waits for a check under way. */
  stop(): Promise<void>;
}

export interface LedgerAuditOptions {
  readonly postgresUrl: string;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly log: Logger;
  readonly intervalMs: number;
}

/** Ten million postings take some fifteen seconds; a ledger that needs more than this is checked on a replica. */
const checkTimeoutMs = 600_000;

/** Proved entries change only by a hand in the database, and a day is soon enough to notice that. */
const anewIntervalMs = 86_400_000;

/** After a failure it is tried again, though not at once: it reads everything. */
const anewLookMs = 3_600_000;

/**
 * Checks the books at intervals, so that an alarm does not depend on a request: what is new each time, and once a day every
 * entry. The moments of both are metrics too, since a check that no longer ends leaves the last good figure standing.
 */
export const startLedgerAudit = ({ postgresUrl, metrics, clock, log, intervalMs }: LedgerAuditOptions): LedgerAudit => {
  // Connections of their own: a long check must neither be cut off like a request nor take a booking's connection.
  const db = openDatabase({
    url: postgresUrl,
    name: 'ledger check',
    poolMax: 2,
    statementTimeoutMs: checkTimeoutMs,
    log,
  });
  const tell = auditMetrics(metrics);

  const told = async (scope: Scope, work: Promise<ProvedReport>): Promise<ProvedReport> => {
    const report = await work;
    tell.report(scope, report);
    if (!report.isBalanced) log.error({ report }, 'ledger does not balance');
    return report;
  };
  const check = async (): Promise<ProvedReport> => {
    const report = await told('new', checkOnwards(db, realNow()));
    for (const total of await sumAccounts(db)) tell.total(total);
    const now = toIso(clock.now());
    tell.oldest(await openWithdrawalSeconds(db, now));
    tell.runsOverdue(await overdueRunSeconds(db, now));
    return report;
  };
  const anew = (wanted: Pick<Database, 'query' | 'transaction'>) => told('all', checkAnew(wanted, realNow()));
  const anewIfDue = async (): Promise<void> => {
    const { readAllAt } = await check();
    if (readAllAt === null) return;
    if (Date.now() - Date.parse(readAllAt) >= anewIntervalMs) await anew(db);
    else tell.readAllAt(readAllAt);
  };

  const loops = [
    every({ name: 'ledger check', intervalMs, log, run: check }),
    every({ name: 'check of the whole ledger', intervalMs: anewLookMs, log, run: anewIfDue }),
  ];
  return {
    check,
    checkAnew: (signal) => anew(db.until(signal)),
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await db.close();
    },
  };
};

/** Whether a check is recent is a matter of this machine's time, also beside a sandbox whose clock is moved. */
const realNow = (): string => toIso(systemClock.now());

type Scope = 'new' | 'all';

const auditMetrics = (metrics: Metrics) => {
  const imbalance = metrics.gauge('repasse_ledger_imbalance_minor', 'What is out of balance in the ledger; must be 0.');
  const checkedAt = metrics.gauge(
    'repasse_ledger_checked_timestamp_seconds',
    'When the last check of the ledger ended: of new entries, and of all. At start, the start.',
    ['entries'],
  );
  const totals = metrics.gauge(
    'repasse_ledger_account_total_minor',
    'What users owe, have disputed, held as surplus or for others, or on its way out, in minor units.',
    ['kind', 'currency'],
  );
  const oldest = metrics.gauge(
    'repasse_withdrawals_open_oldest_seconds',
    'How long the longest waiting withdrawal is neither paid nor failed.',
  );
  const runsOverdue = metrics.gauge(
    'repasse_payout_runs_overdue_seconds',
    'How long ago the run of a payout schedule should have been, of the one that waits longest.',
  );
  const checkedNow = (scope: Scope, at = Date.now()): void => checkedAt.set({ entries: scope }, at / 1_000);
  // A process that never ends a check is as old as its start.
  checkedNow('new');
  checkedNow('all');
  return {
    report: (scope: Scope, { imbalanceMinor }: ProvedReport): void => {
      imbalance.set(imbalanceMinor);
      checkedNow(scope);
      if (scope === 'all') checkedNow('new');
    },
    readAllAt: (at: string): void => checkedNow('all', Date.parse(at)),
    total: ({ kind, currency, totalMinor }: KindTotal): void => totals.set({ kind, currency }, totalMinor),
    oldest: (seconds: number): void => oldest.set(seconds),
    runsOverdue: (seconds: number): void => runsOverdue.set(seconds),
  };
};
