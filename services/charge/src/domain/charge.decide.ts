import { assertNever, dated, reject, type Decider } from '@repasse/chassis/decider';
import { type ChargeState, type ExistingCharge } from './charge';
import { type ChargeCommand, type CreateCharge } from './charge.commands';
import { type ChargeEvent } from './charge.events';
import { evolve } from './charge.evolve';
import {
  expireAttempt,
  recordAttemptCanceled,
  recordAttemptFailure,
  recordOffer,
  recordProcessing,
  recordReopened,
} from './decide/attempts';
import { createCharge, requestAttempt } from './decide/creation';
import { cancelCharge, expireCharge } from './decide/ending';
import { resolveHeldPayment } from './decide/held-payments';
import { type Decision } from './decide/decision';
import { recordPayment } from './decide/payments';
import { recordDispute, recordRefund, recordRefundFailure } from './decide/refunds';

const decide: Decider<ChargeCommand, ChargeState, ChargeEvent>['decide'] = (command, state) =>
  dated(decideUndated(command, state), command.data.now);

const decideUndated = (command: ChargeCommand, state: ChargeState): Decision => {
  if (command.type === 'CreateCharge') return createCharge(command.data, state);
  if (state.status === 'absent') return reject('charge.not_found', 'There is no such charge.');
  return decideOnExisting(command, state);
};

const decideOnExisting = (command: Exclude<ChargeCommand, CreateCharge>, state: ExistingCharge): Decision => {
  switch (command.type) {
    case 'RequestAttempt':
      return requestAttempt(command.data, state);
    case 'RecordOffer':
      return recordOffer(command.data, state);
    case 'RecordProcessing':
      return recordProcessing(command.data, state);
    case 'RecordReopened':
      return recordReopened(command.data, state);
    case 'RecordAttemptFailure':
      return recordAttemptFailure(command.data, state);
    case 'ExpireAttempt':
      return expireAttempt(command.data, state);
    case 'RecordAttemptCanceled':
      return recordAttemptCanceled(command.data, state);
    case 'RecordPayment':
      return recordPayment(command.data, state);
    case 'CancelCharge':
      return cancelCharge(command.data, state);
    case 'ExpireCharge':
      return expireCharge(command.data, state);
    case 'ResolveHeldPayment':
      return resolveHeldPayment(command.data, state);
    case 'RecordRefund':
      return recordRefund(command.data, state);
    case 'RecordRefundFailure':
      return recordRefundFailure(command.data, state);
    case 'RecordDispute':
      return recordDispute(command.data, state);
    default:
      return assertNever(command);
  }
};

export const charge: Decider<ChargeCommand, ChargeState, ChargeEvent> = {
  initialState: { status: 'absent' },
  decide,
  evolve,
};
