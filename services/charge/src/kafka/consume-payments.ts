import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import type { Ids } from '@repasse/chassis/ids';
import type { Logger } from '@repasse/chassis/log/logger';
import type { Tx } from '@repasse/chassis/postgres/database';
import type { Metrics } from '@repasse/chassis/telemetry/metrics';
import type { AnyEvent } from '@repasse/contracts';
import type { ChargeStore } from '../store/charge-store';
import type { FeeRuleStore } from '../store/fee-rules';
import type { PaymentRuleStore } from '../store/payment-rules';
import { commandFor, type MerchantRules } from './payment-commands';

/** The payment is of no charge here. Repeating does not help, so its later events are held back until somebody looks. */
export class UnrelatedPaymentError extends Error {
  override readonly name = 'UnrelatedPaymentError';
  readonly code = 'charge.payment_unrelated';
  readonly isRetryable = false;
}

export interface PaymentConsumerDependencies {
  readonly charges: ChargeStore;
  readonly paymentRules: PaymentRuleStore;
  readonly feeRules: FeeRuleStore;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** payment.events.v1 → commands. What becomes of a payment decides what becomes of its attempt, and of the charge. */
export const consumePayments = ({
  charges,
  paymentRules,
  feeRules,
  ids,
  log,
  metrics,
}: PaymentConsumerDependencies) => {
  const surpluses = metrics.counter('repasse_charge_surplus_total', 'Money that came beside a charge.', [
    'reason',
    'handling',
  ]);
  const failures = metrics.counter('repasse_charge_surplus_refund_failed_total', 'Surpluses that could not go back.');
  const rulesOf = async (userId: number, tx: Tx): Promise<MerchantRules> => {
    const [rules, fees] = await Promise.all([paymentRules.of(userId, tx), feeRules.of(userId)]);
    return { rules, feeRules: fees, refundId: `re_${ids.ulid()}` };
  };

  return async (event: AnyEvent, tx: Tx): Promise<void> => {
    const command = await commandFor(event, (userId) => rulesOf(userId, tx));
    if (!command) return;
    const { chargeId } = command.data;
    const outcome = await charges.run(chargeId, command, { tx });
    if (isRejection(outcome) || isUniqueViolation(outcome)) {
      const why = isRejection(outcome) ? outcome.code : outcome.constraint;
      throw new UnrelatedPaymentError(`${event.type} of ${event.subject} is refused by charge ${chargeId}: ${why}.`);
    }
    for (const { type, data } of outcome.events) {
      if (type === 'ChargeSurplusReceived') surpluses.inc({ reason: data.reason, handling: data.handling });
      if (type === 'ChargeSurplusRefundFailed') {
        failures.inc();
        log.error({ chargeId, paymentId: data.paymentId, refundId: data.refundId }, 'surplus could not be refunded');
      }
    }
  };
};
