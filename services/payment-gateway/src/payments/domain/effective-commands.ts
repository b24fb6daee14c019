import { type Decision, notFound } from './decision';
import { type KnownPayment, type PaymentState } from './payment';
import { type PaymentCommand } from './payment-commands';

type Status = KnownPayment['status'];

const whileOpen = ['ExpirePayment', 'FailPayment', 'CancelPayment', 'ConfirmCancellation'] as const;

/** The commands that have an effect in each status. In the others they come too late and change nothing. */
const effectiveIn = {
  requested: [...whileOpen, 'RecordUnknownOutcome'],
  unknown: whileOpen,
  offered: whileOpen,
  // Only the failure of a reported try reopens a payment.
  confirming: [...whileOpen, 'ReopenPayment'],
  // Coins lie at the provider, so there is something to see to and nothing that ends by itself.
  partially_received: ['FailPayment'],
  // Money that came is for the charge to judge.
  received: [],
  expired: [],
  // The provider's late offer is withdrawn.
  canceled: ['ConfirmCancellation'],
  failed: [],
} as const satisfies Record<Status, readonly PaymentCommand['type'][]>;

type EffectiveCommand = (typeof effectiveIn)[Status][number];

type StatusOf<T extends EffectiveCommand> = {
  [S in Status]: T extends (typeof effectiveIn)[S][number] ? S : never;
}[Status];

type Effective<T extends EffectiveCommand> = Extract<KnownPayment, { readonly status: StatusOf<T> }>;

/** Decides on a command where it has an effect. */
export const whereEffective = <T extends EffectiveCommand>(
  command: T,
  state: PaymentState,
  decide: (state: Effective<T>) => Decision,
): Decision => {
  if (state.status === 'absent') return notFound();
  return isEffective(command, state) ? decide(state) : [];
};

const isEffective = <T extends EffectiveCommand>(command: T, state: KnownPayment): state is Effective<T> =>
  effectiveIn[state.status].some((effective) => effective === command);
