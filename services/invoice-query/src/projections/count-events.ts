import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type AnyEvent } from '@repasse/contracts';
import { countedEvents } from './counted-events';

const moneyKinds = ['paid', 'fee', 'refunded'] as const;

/**
 * Counts what became of charges, refunds, disputes and payouts, for dashboards. This service is told of all of it, and
 * each event once, after the commit that shows it; a rebuild counts nothing. The process counts from 0 again when it
 * starts, and loses at most the batch that it was in.
 */
export const countEvents = (metrics: Metrics): ((events: readonly AnyEvent[]) => void) => {
  const counter = metrics.counter('repasse_business_events_total', 'Events of the business, by way to pay.', [
    'event',
    'method',
  ]);
  const money = metrics.counter(
    'repasse_business_money_minor_total',
    'Money of charges in minor units, by way to pay.',
    ['kind', 'method', 'currency'],
  );
  for (const [type, method] of Object.entries(countedEvents)) bornAtZero(counter, { event: [nameOf(type)], method });
  bornAtZero(money, { kind: moneyKinds, method: countedEvents['repasse.charge.paid.v1'], currency: ['BRL'] });
  const earn = (kind: (typeof moneyKinds)[number], method: string, currency: string, amountMinor: number): void =>
    money.inc({ kind, method, currency }, amountMinor);

  return (events) => {
    for (const event of events) {
      if (!(event.type in countedEvents)) continue;
      counter.inc({ event: nameOf(event.type), method: methodOf(event) });
      if (event.type === 'repasse.charge.paid.v1') {
        const { paymentMethod, currency, grossAmountMinor, feeAmountMinor } = event.data;
        earn('paid', paymentMethod, currency, grossAmountMinor);
        earn('fee', paymentMethod, currency, feeAmountMinor);
      }
      if (event.type === 'repasse.charge.refunded.v1') {
        const { paymentMethod, currency, amountMinor } = event.data;
        earn('refunded', paymentMethod, currency, amountMinor);
      }
    }
  };
};

/** `charge.paid` of `repasse.charge.paid.v1`. */
const nameOf = (type: string): string => type.split('.').slice(1, -1).join('.');

const methodOf = ({ data }: AnyEvent): string => ('paymentMethod' in data ? data.paymentMethod : 'none');
