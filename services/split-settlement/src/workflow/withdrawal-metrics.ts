import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';

const outcomes = [
  ...(['requested', 'below_minimum', 'insufficient_balance', 'refused', 'paid', 'failed'] as const),
  ...(['returned', 'released', 'canceled'] as const),
] as const;

export type WithdrawalOutcome = (typeof outcomes)[number];

export type CountWithdrawal = (outcome: WithdrawalOutcome) => void;

export const countWithdrawals = (metrics: Metrics): CountWithdrawal => {
  const counter = metrics.counter('repasse_withdrawals_total', 'Withdrawals, by what came of them.', ['outcome']);
  bornAtZero(counter, { outcome: outcomes });
  return (outcome) => counter.inc({ outcome });
};
