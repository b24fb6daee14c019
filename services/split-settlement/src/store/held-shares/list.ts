import { type Tx } from '@repasse/chassis/postgres/database';

export type HeldShareStatus = 'HELD' | 'CLAIMED' | 'RETURNED';

/** A held share with what became of it. */
export interface ListedHeldShare {
  readonly heldShareId: string;
  readonly settlementId: string;
  readonly chargeId: string;
  readonly ownerUserId: number;
  readonly currency: string;
  readonly amountMinor: number;
  readonly leftMinor: number;
  readonly returnAt: string;
  readonly claimedBy: number | null;
  readonly claimedMinor: number;
  readonly claimedAt: string | null;
  readonly returnedMinor: number;
  readonly returnedAt: string | null;
  readonly createdAt: string;
  readonly status: HeldShareStatus;
}

export interface HeldShareFilter {
  /** Everybody's when undefined. */
  readonly userId: number | undefined;
  readonly chargeId: string | undefined;
  readonly status: HeldShareStatus | undefined;
}

export type HeldSharePosition = Pick<ListedHeldShare, 'createdAt' | 'heldShareId'>;

/** Those that a user holds for others or has claimed, newest first. */
export const listHeldShares = (
  tx: Tx,
  { userId, chargeId, status }: HeldShareFilter,
  after: HeldSharePosition | undefined,
  limit: number,
): Promise<ListedHeldShare[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const conditions = [
    'true',
    ...(userId === undefined ? [] : [`${parameter(userId)} in (owner_user_id, claimed_by)`]),
    ...(chargeId === undefined ? [] : [`charge_id = ${parameter(chargeId)}`]),
    ...(status === undefined ? [] : [conditionOf[status]]),
    ...(after === undefined
      ? []
      : [
          `(created_at, held_share_id) < (${parameter(after.createdAt)}::timestamptz, ${parameter(after.heldShareId)})`,
        ]),
  ];
  return tx.query<ListedHeldShare>(
    `select ${columns} from held_shares where ${conditions.join(' and ')}
     order by created_at desc, held_share_id desc limit ${parameter(limit)}`,
    params,
  );
};

const conditionOf: Readonly<Record<HeldShareStatus, string>> = {
  HELD: 'left_minor > 0',
  CLAIMED: 'left_minor = 0 and claimed_by is not null',
  RETURNED: 'left_minor = 0 and claimed_by is null',
};

const columns = `
  held_share_id as "heldShareId", settlement_id as "settlementId", charge_id as "chargeId",
  owner_user_id as "ownerUserId", currency, amount_minor as "amountMinor", left_minor as "leftMinor",
  return_at as "returnAt", claimed_by as "claimedBy", claimed_minor as "claimedMinor", claimed_at as "claimedAt",
  returned_minor as "returnedMinor", returned_at as "returnedAt", created_at as "createdAt",
  case when left_minor > 0 then 'HELD' when claimed_by is not null then 'CLAIMED' else 'RETURNED' end as status`;
