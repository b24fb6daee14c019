import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { offerIn, refundIn, type ReceivedPayment } from '../../payments/domain/payment';
import { type Refund } from '../domain/refund';
import { isCovered, isItsTurn, settledMinor } from '../domain/refundable';
import { type PayoutRelease } from '../../providers/payout-provider';
import { type Provider, type RefundInspection, type RefundOutcome, type RefundRequest } from '../../providers/provider';
import { type LaterCommand } from '../../payments/domain/payment-commands';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { recordProviderFacts } from '../../payments/workflow/record-provider-facts';

/**
 * Requests a pending refund from its provider and records the answer. With `isRepeat` it looks before it requests.
 * Silence leaves a refund pending, and it is asked for again under the same id: a provider knows it by that.
 */
export const askRefund = async (
  o: PaymentDeps,
  state: ReceivedPayment,
  refund: Refund,
  { isRepeat }: { isRepeat: boolean },
): Promise<void> => {
  if (refund.status !== 'pending' || !isItsTurn(state, refund)) return;
  const { paymentId, provider: name } = state.facts;
  const provider = o.providers.named(name);
  const request = requestOf(state, refund);
  const known = isRepeat ? await provider.inspectRefund(request) : undefined;
  const mayAsk = known === undefined || (known.outcome === 'missing' && refund.providerReference === null);
  const outcome = !mayAsk
    ? known
    : isCovered(state, request.receipt, refund)
      ? await provider.refund(request)
      : disputed;
  const answered = refundAnswersTotal(o.metrics);
  answered.inc({ provider: name, outcome: outcome.outcome });
  if ('detail' in outcome) o.log.warn({ paymentId, refundId: refund.refundId, ...outcome }, 'refund not settled');
  const command = commandOf(refund.refundId, outcome, toIso(o.clock.now()));
  if (command !== undefined) await recordProviderFacts(o, paymentId, { after: [command] }, 'refund');
  if (isHeld(outcome) && provider.releaseRefund !== undefined) {
    const released = await release(o, provider, paymentId, refund.refundId);
    if (released !== undefined) answered.inc({ provider: name, outcome: `release_${released.outcome}` });
  }
};

/** The provider knows nothing of the refund, and its money was disputed meanwhile: it must not leave twice. */
const disputed = {
  outcome: 'refused',
  detail: "The payment was disputed before the refund was made, and the payer's bank may take the money.",
} as const;

type Answered = (RefundOutcome | RefundInspection)['outcome'];

const answers = ['settled', 'pending', 'refused', 'failed', 'missing', 'unavailable', 'unknown', 'silent'] as const;
const releases: readonly PayoutRelease['outcome'][] = ['released', 'refused', 'unavailable', 'unknown'];

/** The outcomes by which answers of providers to refunds are counted. */
export const refundAnswers = [
  ...(answers satisfies readonly Answered[]),
  ...releases.map((outcome) => `release_${outcome}`),
];

export const refundAnswersTotal = (metrics: Metrics) =>
  metrics.counter('repasse_refund_answers_total', 'What providers said of refunds.', ['provider', 'outcome']);

/** Asked for, or found to be waiting still. */
const isHeld = (outcome: RefundOutcome | RefundInspection): boolean =>
  outcome.outcome === 'pending' && ('providerReference' in outcome || outcome.isHeld === true);

/** Releases only the recorded refund: a faster process may have requested another one. */
const release = async (
  o: PaymentDeps,
  provider: Provider,
  paymentId: string,
  refundId: string,
): Promise<PayoutRelease | undefined> => {
  const state = await o.payments.load(paymentId);
  const refund = refundIn(state, refundId);
  if (state.status !== 'received' || refund.status !== 'pending' || refund.providerReference === null) return undefined;
  const released = await provider.releaseRefund?.(requestOf(state, refund));
  if (released !== undefined && released.outcome !== 'released')
    o.log.warn({ paymentId, refundId, ...released }, 'refund not let go');
  return released;
};

const requestOf = (state: ReceivedPayment, refund: Refund): RefundRequest => {
  const receipt = state.receipts.find((each) => each.providerReference === refund.receiptReference);
  if (receipt === undefined) throw new Error(`Refund ${refund.refundId} takes back a receipt that was never recorded.`);
  const { refundId, amountMinor, targetAmountMinor, reason, receiptReference } = refund;
  return {
    refundId,
    facts: state.facts,
    providerReference: offerIn(state)?.providerReference ?? null,
    receipt,
    amountMinor,
    targetAmountMinor,
    settledBeforeMinor: settledMinor(state, receiptReference),
    reason,
    coins: refund.coins,
    refundReference: refund.status === 'pending' ? refund.providerReference : null,
  };
};

const commandOf = (
  refundId: string,
  outcome: RefundOutcome | RefundInspection,
  now: string,
): LaterCommand | undefined => {
  switch (outcome.outcome) {
    case 'settled': {
      const { providerReference, settledAt } = outcome;
      return { type: 'SettleRefund', data: { refundId, providerReference, settledAt, now } };
    }
    case 'pending':
      return 'providerReference' in outcome
        ? { type: 'AcknowledgeRefund', data: { refundId, providerReference: outcome.providerReference, now } }
        : undefined;
    case 'refused':
      return { type: 'FailRefund', data: { refundId, failure: outcome.detail, isRefusal: true, now } };
    case 'failed':
      return { type: 'FailRefund', data: { refundId, failure: outcome.detail, now } };
    // A provider may know an acknowledged refund again later, so it is asked again.
    case 'missing':
    case 'unavailable':
    case 'unknown':
    case 'silent':
      return undefined;
    default:
      return assertNever(outcome);
  }
};
