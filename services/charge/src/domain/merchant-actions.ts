import { isDisputed, isPaidCharge, refundableOf, type ExistingCharge } from './charge';

type Status = ExistingCharge['status'];

/** The actions that a merchant can take on a charge in each status. Deciders go by them. */
const merchantActions = {
  pending: ['create_attempt', 'cancel'],
  processing: ['wait'],
  paid: ['refund'],
  refunded: [],
  expired: ['create_charge'],
  canceled: ['create_charge'],
  failed: ['create_charge'],
} as const satisfies Readonly<Record<Status, readonly string[]>>;

type MerchantAction = (typeof merchantActions)[Status][number];

export const isAllowed = (action: MerchantAction, status: Status): boolean =>
  merchantActions[status].some((allowed) => allowed === action);

/**
 * The actions on a charge that stands at `status`, for refusals to name. Of a paid one a refund, if any money is left,
 * and to wait where a dispute is undecided.
 */
export const actionsOn = (charge: ExistingCharge, status: Status): readonly MerchantAction[] => {
  if (status !== 'paid' || !isPaidCharge(charge)) return merchantActions[status];
  return [
    ...(refundableOf(charge) > 0 ? (['refund'] as const) : []),
    ...(charge.bookings.some(({ paymentId }) => isDisputed(charge, paymentId)) ? (['wait'] as const) : []),
  ];
};
