import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { every } from '@repasse/chassis/waiting/poll';
import { checkLedger, type LedgerReport } from '../store/check-ledger';
import { sumAccounts } from '../store/sum-accounts';
import { openWithdrawalSeconds } from '../store/withdrawals';

export interface LedgerAudit {
  /** Checks now, and lets the metric know as well. */
  readonly check: () => Promise<LedgerReport>;
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

/** Checks the books at intervals, so that an alarm does not depend on a request. */
export const startLedgerAudit = ({ postgresUrl, metrics, clock, log, intervalMs }: LedgerAuditOptions): LedgerAudit => {
  // A connection of its own: a long check must neither be cut off like a request nor take a booking's connection.
  const db = openDatabase({
    url: postgresUrl,
    name: 'ledger check',
    poolMax: 1,
    statementTimeoutMs: checkTimeoutMs,
    log,
  });
  const imbalance = metrics.gauge('repasse_ledger_imbalance_minor', 'What is out of balance in the ledger; must be 0.');
  const totals = metrics.gauge(
    'repasse_ledger_account_total_minor',
    'What users owe, have disputed, held as surplus or on its way out, in minor units.',
    ['kind', 'currency'],
  );
  const oldest = metrics.gauge(
    'repasse_withdrawals_open_oldest_seconds',
    'How long the longest waiting withdrawal is neither paid nor failed.',
  );
  const check = async (): Promise<LedgerReport> => {
    const report = await checkLedger(db);
    imbalance.set(report.imbalanceMinor);
    for (const { kind, currency, totalMinor } of await sumAccounts(db)) totals.set({ kind, currency }, totalMinor);
    oldest.set(await openWithdrawalSeconds(db, toIso(clock.now())));
    if (!report.isBalanced) log.error({ report }, 'ledger does not balance');
    return report;
  };
  const checking = every({ name: 'ledger check', intervalMs, log, run: check });
  return {
    check,
    stop: async () => {
      await checking.stop();
      await db.close();
    },
  };
};
