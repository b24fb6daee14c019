import type { ExistingCharge } from './charge';

type Status = ExistingCharge['status'];

/** The actions that a merchant can take on a charge in each status. Refusals name them, and deciders go by them. */
export const merchantActions = {
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
