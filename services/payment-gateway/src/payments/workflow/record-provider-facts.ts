import { toIso } from '@repasse/chassis/clock';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type PaymentState, type Receipt } from '../domain/payment';
import { type LaterCommand } from '../domain/payment-commands';
import { type PaymentDeps } from './payment-deps';

/** A provider's facts about a payment: its money, and the commands before and after that. */
export interface ProviderFacts {
  readonly before?: readonly LaterCommand[];
  /** All receipts, also those reported before; each is recorded once. */
  readonly receipts?: readonly Receipt[];
  readonly after?: readonly LaterCommand[];
}

export const factSources = [
  'offer',
  'callback',
  'reconciler',
  'cancellation',
  'caller',
  'refund',
  'statement',
] as const;

/** When it was said. A growing share of `reconciler` means that callbacks get lost. */
export type FactSource = (typeof factSources)[number];

export const receiptOutcomes = ['recorded', 'repeated', 'refused'] as const;

/** `recorded`: news. `repeated`: known already. `refused`: it contradicts a record. `nothing`: nothing was said. */
type Recorded = (typeof receiptOutcomes)[number] | 'nothing';

/**
 * Records a provider's facts, from an inspection, a callback or an answer. A refused fact contradicts earlier records;
 * a retry would not change that, so it is logged for an operator, money as an error. `state` is the payment afterwards;
 * undefined when the last fact was not recorded.
 */
export const recordProviderFacts = async (
  o: PaymentDeps,
  paymentId: string,
  { before = [], receipts = [], after = [] }: ProviderFacts,
  source: FactSource,
): Promise<{ readonly outcome: Recorded; readonly state: PaymentState | undefined }> => {
  const now = toIso(o.clock.now());
  const money = receipts.map((receipt): LaterCommand => ({ type: 'RecordReceipt', data: { receipt, now } }));
  const outcomes: Recorded[] = [];
  let state: PaymentState | undefined;
  for (const command of [...before, ...money, ...after]) {
    const decided = await o.payments.run(paymentId, command);
    const outcome = isRejection(decided) ? 'refused' : decided.events.length === 0 ? 'repeated' : 'recorded';
    state = isRejection(decided) ? undefined : decided.state;
    outcomes.push(outcome);
    if (command.type === 'RecordReceipt') tellReceipt(o, paymentId, command.data.receipt, source, outcome);
    if (isRejection(decided)) tellRejection(o, paymentId, command, source, decided);
  }
  const outcome = (['recorded', 'refused', 'repeated'] as const).find((each) => outcomes.includes(each)) ?? 'nothing';
  return { outcome, state };
};

export const receiptsTotal = (metrics: Metrics) =>
  metrics.counter('repasse_receipts_total', 'Receipts, by who noticed and what came of them.', ['source', 'outcome']);

const tellReceipt = (
  { log, metrics }: PaymentDeps,
  paymentId: string,
  { providerReference: receipt }: Receipt,
  source: FactSource,
  outcome: Recorded,
): void => {
  receiptsTotal(metrics).inc({ source, outcome });
  if (outcome === 'recorded') log.info({ paymentId, receipt, source }, 'payment received');
};

const tellRejection = (
  { log }: PaymentDeps,
  paymentId: string,
  command: LaterCommand,
  source: FactSource,
  { code, detail }: Rejection,
): void => {
  const fields = { paymentId, source, code, detail };
  if (command.type === 'RecordReceipt') {
    log.error({ ...fields, receipt: command.data.receipt.providerReference }, 'receipt not recorded');
  } else {
    log.warn({ ...fields, command: command.type }, 'what the provider said was not recorded');
  }
};
