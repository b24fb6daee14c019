import { assertNever, reject, type Decider, type Rejection } from '@repasse/chassis/decider';

/** The user's request: this much of their balance, in this coin, to this address. It never changes. */
export interface WithdrawalTerms {
  readonly withdrawalId: string;
  readonly userId: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly payCurrency: string;
  readonly payAddress: string;
  readonly memo: string | null;
  readonly externalReference: string | null;
}

export type WithdrawalState =
  | { readonly status: 'absent' }
  | { readonly status: 'pending' | 'paid'; readonly terms: WithdrawalTerms }
  | { readonly status: 'failed'; readonly terms: WithdrawalTerms; readonly failure: string };

/** How a payout of the withdrawal ended, as the payment gateway reports it. */
interface PayoutEnd {
  readonly amountMinor: number;
  readonly currency: string;
  readonly now: string;
}

export interface RequestWithdrawal {
  readonly type: 'RequestWithdrawal';
  readonly data: {
    readonly terms: WithdrawalTerms;
    /** The user's available balance at this moment, debts deducted. */
    readonly availableMinor: number;
    readonly amountMinorMin: number;
    readonly now: string;
  };
}

export interface PayWithdrawal {
  readonly type: 'PayWithdrawal';
  readonly data: PayoutEnd;
}

export interface FailWithdrawal {
  readonly type: 'FailWithdrawal';
  readonly data: PayoutEnd & { readonly failure: string };
}

export type WithdrawalCommand = RequestWithdrawal | PayWithdrawal | FailWithdrawal;

export type WithdrawalEvent =
  | { readonly type: 'WithdrawalRequested'; readonly data: { readonly terms: WithdrawalTerms; readonly at: string } }
  | { readonly type: 'WithdrawalPaid'; readonly data: { readonly terms: WithdrawalTerms; readonly at: string } }
  | {
      readonly type: 'WithdrawalFailed';
      readonly data: { readonly terms: WithdrawalTerms; readonly failure: string; readonly at: string };
    };

const decide = (command: WithdrawalCommand, state: WithdrawalState): readonly WithdrawalEvent[] | Rejection => {
  switch (command.type) {
    case 'RequestWithdrawal':
      return requestWithdrawal(command.data, state);
    case 'PayWithdrawal':
      return payWithdrawal(command.data, state);
    case 'FailWithdrawal':
      return failWithdrawal(command.data, state);
    default:
      return assertNever(command);
  }
};

const requestWithdrawal = (
  { terms, availableMinor, amountMinorMin, now }: RequestWithdrawal['data'],
  state: WithdrawalState,
): readonly WithdrawalEvent[] | Rejection => {
  if (state.status !== 'absent') {
    return areSame(state.terms, terms) ? [] : reject('withdrawal.id_taken', 'The id is of another withdrawal.');
  }
  if (terms.amountMinor < amountMinorMin) {
    return reject('withdrawal.amount_below_minimum', 'The amount is below the least that is paid out.');
  }
  if (terms.amountMinor > availableMinor) {
    return reject('withdrawal.insufficient_balance', 'The amount is more than is available.');
  }
  return [{ type: 'WithdrawalRequested', data: { terms, at: now } }];
};

const payWithdrawal = (end: PayWithdrawal['data'], state: WithdrawalState): readonly WithdrawalEvent[] | Rejection => {
  switch (state.status) {
    case 'absent':
      return reject('withdrawal.not_found', 'This withdrawal was never requested.');
    case 'paid':
      return [];
    case 'failed':
      return reject('withdrawal.already_failed', 'It failed, and the money is the user’s again.');
    case 'pending':
      return isOf(end, state.terms) ? [{ type: 'WithdrawalPaid', data: { terms: state.terms, at: end.now } }] : differs;
    default:
      return assertNever(state);
  }
};

const failWithdrawal = (
  end: FailWithdrawal['data'],
  state: WithdrawalState,
): readonly WithdrawalEvent[] | Rejection => {
  switch (state.status) {
    case 'absent':
      return reject('withdrawal.not_found', 'This withdrawal was never requested.');
    case 'failed':
      return [];
    case 'paid':
      return reject('withdrawal.already_paid', 'It is paid, and the money is gone.');
    case 'pending':
      return isOf(end, state.terms)
        ? [{ type: 'WithdrawalFailed', data: { terms: state.terms, failure: end.failure, at: end.now } }]
        : differs;
    default:
      return assertNever(state);
  }
};

const differs = reject('withdrawal.payout_differs', 'The payout is of another amount.');

const isOf = (end: PayoutEnd, terms: WithdrawalTerms): boolean =>
  end.amountMinor === terms.amountMinor && end.currency === terms.currency;

const areSame = (one: WithdrawalTerms, other: WithdrawalTerms): boolean =>
  termNames.every((name) => one[name] === other[name]);

const termNames = [
  ...(['withdrawalId', 'userId', 'amountMinor', 'currency'] as const),
  ...(['payCurrency', 'payAddress', 'memo', 'externalReference'] as const),
];

const evolve = (_state: WithdrawalState, event: WithdrawalEvent): WithdrawalState => {
  const { terms } = event.data;
  switch (event.type) {
    case 'WithdrawalRequested':
      return { status: 'pending', terms };
    case 'WithdrawalPaid':
      return { status: 'paid', terms };
    case 'WithdrawalFailed':
      return { status: 'failed', terms, failure: event.data.failure };
    default:
      return assertNever(event);
  }
};

export const withdrawal: Decider<WithdrawalCommand, WithdrawalState, WithdrawalEvent> = {
  initialState: { status: 'absent' },
  decide,
  evolve,
};
