import { type Clock } from '@repasse/chassis/clock';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type AnyEvent } from '@repasse/contracts';

/** The objective is ten seconds; the later ones tell a slow hour from payments that only the reconciler found. */
const bucketsSeconds = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** Measures how long payments took from the payer to the ledger, the provider's report included. */
export const measureBooked = ({ metrics, clock }: { readonly metrics: Metrics; readonly clock: Clock }) => {
  const seconds = metrics.tracedHistogram(
    'repasse_paid_to_booked_seconds',
    'From the time of a payment, by its provider, to its postings.',
    [],
    bucketsSeconds,
  );
  return (events: readonly AnyEvent[]): void => {
    const nowMs = clock.now().getTime();
    for (const event of events) {
      if (event.type !== 'repasse.charge.paid.v1') continue;
      seconds.observe({}, Math.max(0, nowMs - Date.parse(event.data.paidAt)) / 1_000, event.traceparent);
    }
  };
};
