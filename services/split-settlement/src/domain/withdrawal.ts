import { assertNever, type Decider, type Rejection } from '@repasse/chassis/decider';
import {
  failWithdrawal,
  payWithdrawal,
  returnWithdrawal,
  type FailWithdrawal,
  type PayWithdrawal,
  type ReturnWithdrawal,
} from './end-withdrawal';
import {
  cancelWithdrawal,
  expireWithdrawal,
  releaseWithdrawal,
  type CancelWithdrawal,
  type ExpireWithdrawal,
  type ReleaseWithdrawal,
} from './release-withdrawal';
import { requestWithdrawal, type RequestWithdrawal } from './request-withdrawal';
import { evolve, type WithdrawalEvent, type WithdrawalState } from './withdrawal-events';

interface Commands {
  readonly RequestWithdrawal: RequestWithdrawal;
  readonly ReleaseWithdrawal: ReleaseWithdrawal;
  readonly CancelWithdrawal: CancelWithdrawal;
  readonly ExpireWithdrawal: ExpireWithdrawal;
  readonly PayWithdrawal: PayWithdrawal;
  readonly FailWithdrawal: FailWithdrawal;
  readonly ReturnWithdrawal: ReturnWithdrawal;
}

export type WithdrawalCommand = {
  [T in keyof Commands]: { readonly type: T; readonly data: Commands[T] };
}[keyof Commands];

const decide = (command: WithdrawalCommand, state: WithdrawalState): readonly WithdrawalEvent[] | Rejection => {
  switch (command.type) {
    case 'RequestWithdrawal':
      return requestWithdrawal(command.data, state);
    case 'ReleaseWithdrawal':
      return releaseWithdrawal(command.data, state);
    case 'CancelWithdrawal':
      return cancelWithdrawal(command.data, state);
    case 'ExpireWithdrawal':
      return expireWithdrawal(command.data, state);
    case 'PayWithdrawal':
      return payWithdrawal(command.data, state);
    case 'FailWithdrawal':
      return failWithdrawal(command.data, state);
    case 'ReturnWithdrawal':
      return returnWithdrawal(command.data, state);
    default:
      return assertNever(command);
  }
};

export const withdrawal: Decider<WithdrawalCommand, WithdrawalState, WithdrawalEvent> = {
  initialState: { status: 'absent' },
  decide,
  evolve,
};
