import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { startPoll, type Poll } from './poll';
import { checkLedger, type LedgerReport } from '../store/check-ledger';

export interface LedgerAudit extends Poll {
  /** Checks now, and lets the metric know as well. */
  readonly check: () => Promise<LedgerReport>;
}

export interface LedgerAuditOptions {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly intervalMs: number;
}

/** Checks the books now and then, so that an alarm does not wait for somebody to ask. */
export const startLedgerAudit = ({ db, metrics, log, intervalMs }: LedgerAuditOptions): LedgerAudit => {
  const imbalance = metrics.gauge('repasse_ledger_imbalance_minor', 'What is out of balance in the ledger; must be 0.');
  const check = async (): Promise<LedgerReport> => {
    const report = await checkLedger(db);
    imbalance.set(report.imbalanceMinor);
    if (!report.isBalanced) log.error({ report }, 'ledger does not balance');
    return report;
  };
  const poll = startPoll('ledger check', intervalMs, log, async () => {
    await check();
  });
  return { check, stop: () => poll.stop() };
};
