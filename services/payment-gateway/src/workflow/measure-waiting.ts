import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { every, type Poll } from '@repasse/chassis/waiting/poll';
import { waitingSeconds } from '../store/waiting-money';

/** Alarms are raised after hours, and gauges read every 15 s or so. */
const gaugeIntervalMsDefault = 15_000;

/** Keeps two gauges up to date: of refunds and payouts that wait without news. */
export const measureWaiting = (
  o: Pick<ServiceParts, 'db' | 'clock' | 'log' | 'metrics'> & { readonly gaugeIntervalMs?: number | undefined },
): Poll => {
  const refunds = o.metrics.gauge('repasse_refunds_waiting_seconds', 'How long the longest waiting refund is silent.');
  const payouts = o.metrics.gauge('repasse_payouts_waiting_seconds', 'How long the longest waiting payout is silent.');
  return every({
    name: 'gauges of waiting money',
    intervalMs: o.gaugeIntervalMs ?? gaugeIntervalMsDefault,
    log: o.log,
    run: async () => {
      const waiting = await waitingSeconds(o.db, toIso(o.clock.now()));
      refunds.set(waiting.refunds);
      payouts.set(waiting.payouts);
    },
  });
};
