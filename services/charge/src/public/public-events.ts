import { assertNever } from '@repasse/chassis/decider';
import { type PublicForm } from '@repasse/chassis/outbox/outbox';
import { settlesAtOnce, type ChargeState } from '../domain/charge';
import { type ChargeEvent } from '../domain/charge.events';
import { attemptFailed, attemptIn, attemptOffered, chargeProcessing, named } from './attempts';
import { chargeCreated, chargePaid } from './charges';
import { chargeRefunded, surplusReceived, surplusRefunded, surplusResolved } from './money';

/** Which domain events the world hears of, and in which words. The switch mentions every one; null keeps it private. */
export const publicEventOf = (event: ChargeEvent, state: ChargeState): PublicForm | null => {
  if (state.status === 'absent') throw new Error('An event leaves no charge behind.');
  const { at } = event;
  const { chargeId, userId } = state.terms;
  switch (event.type) {
    case 'ChargeCreated':
      return { type: 'repasse.charge.created.v1', data: chargeCreated(state) };
    case 'AttemptOffered':
      // An attempt that settles at once has nothing to show to the payer: it is requested and answered in one step.
      return settlesAtOnce(attemptIn(state, event.data.attemptId))
        ? null
        : { type: 'repasse.attempt.offered.v1', data: attemptOffered(event, state) };
    case 'AttemptFailed':
      return { type: 'repasse.attempt.failed.v1', data: attemptFailed(event, state) };
    case 'AttemptExpired':
      return { type: 'repasse.attempt.expired.v1', data: { ...named(state, event.data), expiredAt: at } };
    case 'ChargeProcessing':
      return { type: 'repasse.charge.processing.v1', data: chargeProcessing(event, state) };
    case 'ChargeReopened':
      return { type: 'repasse.charge.reopened.v1', data: { ...named(state, event.data), reopenedAt: at } };
    case 'ChargePaid':
      return { type: 'repasse.charge.paid.v1', data: chargePaid(event, state) };
    case 'ChargeExpired':
      return { type: 'repasse.charge.expired.v1', data: { chargeId, userId, expiredAt: at } };
    case 'ChargeCanceled':
      return { type: 'repasse.charge.canceled.v1', data: { chargeId, userId, canceledAt: at } };
    case 'ChargeFailed':
      return {
        type: 'repasse.charge.failed.v1',
        data: { chargeId, userId, reason: event.data.reason, failedAt: at },
      };
    case 'ChargeRefunded':
      return { type: 'repasse.charge.refunded.v1', data: chargeRefunded(event, state) };
    case 'ChargeSurplusReceived':
      return { type: 'repasse.charge.surplus_received.v1', data: surplusReceived(event, state) };
    case 'ChargeSurplusResolved':
      return { type: 'repasse.charge.surplus_resolved.v1', data: surplusResolved(event, state) };
    case 'ChargeSurplusRefunded':
      return { type: 'repasse.charge.surplus_refunded.v1', data: surplusRefunded(event, state) };
    // Mere steps, whose results are published; the gateway publishes disputes.
    case 'AttemptRequested':
    case 'AttemptInstructed':
    case 'AttemptProcessing':
    case 'AttemptReopened':
    case 'AttemptCanceled':
    case 'ChargeSurplusRefundFailed':
    case 'ChargeDisputed':
    case 'DisputeDecided':
      return null;
    default:
      return assertNever(event);
  }
};
