import { type Consumption } from '@repasse/chassis/consumer/consumption';
import { isRejection } from '@repasse/chassis/decider';
import { type CommandOf, type Executed } from '@repasse/chassis/event-store/execute';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Relay } from '@repasse/chassis/outbox/relay';
import { type Tx } from '@repasse/chassis/postgres/database';
import { callAll } from '@repasse/chassis/postgres/function-call';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type AnyEvent } from '@repasse/contracts';
import { type ChargeState } from '../domain/charge';
import { type ChargeCommand } from '../domain/charge.commands';
import { type ChargeEvent } from '../domain/charge.events';
import { type ChargeStore } from '../store/charge-store';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { surplusReasons } from '../domain/charge.terms';
import { commandFor, ruledBy } from './payment-commands';
import { refundCallsOf } from './refund-rows';

/**
 * The payment belongs to no charge here. A retry does not help, so its later events are parked until an operator looks.
 */
class UnrelatedPaymentError extends Error {
  override readonly name = 'UnrelatedPaymentError';
  readonly code = 'charge.payment_unrelated';
  readonly isRetryable = false;
}

export interface PaymentConsumerDependencies {
  readonly charges: ChargeStore;
  readonly merchantRules: MerchantRuleStore;
  readonly relay: Pick<Relay, 'wake'>;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * payment.events.v1 → commands. The outcome of a payment decides that of its attempt and of the charge. A batch is one
 * append, one load where a charge is not remembered, and at most one query for the rules of its merchants. What it tells of
 * refunds is kept for their list, in the same statement.
 */
export const consumePayments = (
  deps: PaymentConsumerDependencies,
): Required<Pick<Consumption, 'handle' | 'effectOf' | 'afterCommit'>> => {
  const note = createNotes(deps);

  return {
    effectOf: async (events) => {
      const prepared = await deps.charges.prepareAll(await commandsFor(deps, events));
      if (prepared === undefined) return undefined;
      const { outcomes, calls, onWritten } = prepared;
      return {
        calls: [...calls, ...refundCallsOf(events)],
        isPublishedAtOnce: true,
        onWritten: (results) => {
          deps.relay.wake(onWritten(results));
          outcomes.forEach(note);
        },
      };
    },
    handle: async (events, tx) => {
      const commands = await commandsFor(deps, events, tx);
      const outcomes = await deps.charges.runAll(tx, commands);
      for (const [index, outcome] of outcomes.entries()) {
        if (isRejection(outcome)) throw refused(commands[index], outcome.code);
      }
      await callAll(tx, refundCallsOf(events));
      for (const outcome of outcomes) if (!isRejection(outcome)) note(outcome);
    },
    afterCommit: () => deps.relay.wake(),
  };
};

const commandsFor = async (
  { merchantRules, ids }: PaymentConsumerDependencies,
  events: readonly AnyEvent[],
  tx?: Tx,
): Promise<readonly CommandOf<ChargeCommand>[]> => {
  const merchants = await merchantRules.ofAll([...new Set(events.flatMap(ruledBy))], tx);
  return events.flatMap((event) => {
    const command = commandFor(event, (userId) => {
      const rules = merchants.get(userId);
      if (rules === undefined) throw new Error(`The rules of ${userId} were not read.`);
      return { rules: rules.payments, feeRules: rules.fees, refundId: `re_${ids.ulid()}` };
    });
    return command ? [{ streamId: command.data.chargeId, command, traceparent: event.traceparent }] : [];
  });
};

const refused = (of: CommandOf<ChargeCommand> | undefined, code: string): UnrelatedPaymentError =>
  new UnrelatedPaymentError(`${of?.command.type} is refused by charge ${of?.streamId}: ${code}.`);

const createNotes = ({ log, metrics }: PaymentConsumerDependencies) => {
  const surpluses = metrics.counter('repasse_charge_surplus_total', 'Money that came beside a charge.', [
    'reason',
    'handling',
  ]);
  bornAtZero(surpluses, { reason: surplusReasons, handling: ['ACCEPT', 'REFUND', 'HOLD'] });
  const failures = metrics.counter('repasse_charge_surplus_refund_failed_total', 'Surpluses that could not go back.');

  return ({ events, state }: Executed<ChargeState, ChargeEvent>): void => {
    if (state.status === 'absent') return;
    for (const { type, data } of events) {
      if (type === 'ChargeSurplusReceived') surpluses.inc({ reason: data.reason, handling: data.handling });
      if (type === 'ChargeSurplusRefundFailed') {
        failures.inc();
        const { paymentId, refundId } = data;
        log.error({ chargeId: state.terms.chargeId, paymentId, refundId }, 'surplus could not be refunded');
      }
    }
  };
};
