import { type Metrics } from '@repasse/chassis/telemetry/metrics';

export type WithdrawalOutcome = 'requested' | 'below_minimum' | 'insufficient_balance' | 'paid' | 'failed';

export type CountWithdrawal = (outcome: WithdrawalOutcome) => void;

export const countWithdrawals = (metrics: Metrics): CountWithdrawal => {
  const counter = metrics.counter('repasse_withdrawals_total', 'Withdrawals, by what came of them.', ['outcome']);
  return (outcome) => counter.inc({ outcome });
};
