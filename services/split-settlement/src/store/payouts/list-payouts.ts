import { type Tx } from '@repasse/chassis/postgres/database';
import { type Rail } from '../../domain/rails';
import {
  conditionsOfWithdrawals,
  withdrawalColumns,
  type StoredWithdrawal,
  type WithdrawalPosition,
  type WithdrawalStatus,
} from '../withdrawals';

/** A withdrawal with what is known of where it goes; null of an address for coins that was named. */
export interface Payout extends StoredWithdrawal {
  readonly destinationKind: string | null;
  readonly destinationLabel: string | null;
}

/** Whose payouts are seen: everybody's, those of one user, or a caller's own and those of the sellers they managed then. */
export type PayoutsOf = 'all' | { readonly userId: number } | { readonly callerId: number };

export interface PayoutFilter {
  readonly of: PayoutsOf;
  readonly status?: WithdrawalStatus | undefined;
  readonly rail?: Rail | undefined;
  readonly batchId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Newest first. */
export const listPayouts = (
  db: Tx,
  filter: PayoutFilter,
  after: WithdrawalPosition | undefined,
  limit: number,
): Promise<Payout[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const where = conditionsOf(filter, after, parameter);
  const page = `order by created_at desc, withdrawal_id desc limit ${parameter(limit)}`;
  // Each part has an index in the order of the page, and is read as far as the page reaches.
  const parts = ownersOf(filter.of, parameter).map(
    (owner) => `(select * from withdrawals where ${[...owner, ...where].join(' and ')} ${page})`,
  );
  return db.query<Payout>(selectPayouts(`select * from (${parts.join(' union all ')}) w ${page}`), params);
};

/** Undefined when there is none. */
export const findPayout = async (db: Tx, withdrawalId: string): Promise<Payout | undefined> => {
  const [found] = await db.query<Payout>(selectPayouts('select * from withdrawals where withdrawal_id = $1'), [
    withdrawalId,
  ]);
  return found;
};

const selectPayouts = (withdrawals: string): string => `
  select p.*, d.kind as "destinationKind", d.label as "destinationLabel"
  from (select ${withdrawalColumns} from (${withdrawals}) w) p
  left join payout_destinations d on d.destination_id = p."destinationId"
  order by p."createdAt" desc, p."withdrawalId" desc`;

/** The conditions of each part that is read along an index of its own. */
export const ownersOf = (of: PayoutsOf, parameter: (value: unknown) => string): readonly (readonly string[])[] => {
  if (of === 'all') return [['true']];
  if ('userId' in of) return [[`user_id = ${parameter(of.userId)}`]];
  const caller = parameter(of.callerId);
  return [[`user_id = ${caller}`], [`manager_user_id = ${caller}`, `user_id <> ${caller}`]];
};

const conditionsOf = (
  { batchId, from, to, ...filter }: PayoutFilter,
  after: WithdrawalPosition | undefined,
  parameter: (value: unknown) => string,
): readonly string[] => [
  ...conditionsOfWithdrawals(filter, after, parameter),
  ...(batchId === undefined ? [] : [`batch_id = ${parameter(batchId)}`]),
  ...(from === undefined ? [] : [`created_at >= ${parameter(from)}::timestamptz`]),
  ...(to === undefined ? [] : [`created_at < ${parameter(to)}::timestamptz`]),
];
