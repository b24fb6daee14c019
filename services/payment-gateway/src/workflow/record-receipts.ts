import { type Clock, toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type Receipt } from '../domain/payment';
import { type PaymentStore } from '../store/payment-store';

export interface ReceiptDeps {
  readonly payments: PaymentStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Who noticed the money. A growing share of `reconciler` means that callbacks get lost. */
export type ReceiptSource = 'callback' | 'reconciler' | 'cancellation' | 'caller' | 'statement';

/** `recorded`: news. `repeated`: known already. `refused`: it is nobody's payment here, or contradicts a record. */
export type Recorded = 'recorded' | 'repeated' | 'refused';

export interface Receipts {
  /** Records all of the money a provider tells of for one payment, each receipt once. */
  record(paymentId: string, found: { readonly receipts: readonly Receipt[] }, source: ReceiptSource): Promise<Recorded>;
}

export const createReceipts = (o: ReceiptDeps): Receipts => {
  const recordedTotal = o.metrics.counter('repasse_receipts_total', 'Receipts, by who noticed and what came of them.', [
    'source',
    'outcome',
  ]);
  return {
    record: async (paymentId, { receipts }, source) => {
      const outcomes: Recorded[] = [];
      for (const receipt of receipts) {
        const outcome = await recordOne(o, paymentId, receipt);
        recordedTotal.inc({ source, outcome });
        outcomes.push(outcome);
      }
      return (['recorded', 'refused'] as const).find((each) => outcomes.includes(each)) ?? 'repeated';
    },
  };
};

const recordOne = async (o: ReceiptDeps, paymentId: string, receipt: Receipt): Promise<Recorded> => {
  const now = toIso(o.clock.now());
  const decided = await o.payments.run(paymentId, { type: 'RecordReceipt', data: { receipt, now } });
  const ids = { paymentId, receipt: receipt.providerReference };
  if (isRejection(decided)) {
    // Money that cannot be placed is for a person to look at; asking again would not place it.
    o.log.error({ ...ids, code: decided.code, detail: decided.detail }, 'receipt not recorded');
    return 'refused';
  }
  if (decided.events.length === 0) return 'repeated';
  o.log.info(ids, 'payment received');
  return 'recorded';
};
