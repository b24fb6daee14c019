import { type Tx } from '@repasse/chassis/postgres/database';
import { accountIdOf, type UserAccountKind } from '../../domain/ledger';
import { type WithdrawalStatus } from '../withdrawals';

export interface LatestPayout {
  readonly userId: number;
  readonly payout: {
    readonly id: string;
    readonly status: Uppercase<WithdrawalStatus>;
    readonly payoutMinor: number;
    readonly currency: string;
    readonly createdAt: string;
  } | null;
}

interface LatestRow {
  readonly userId: number;
  readonly id: string | null;
  readonly status: WithdrawalStatus;
  readonly payoutMinor: number;
  readonly currency: string;
  readonly createdAt: string;
}

/** Of these users in this order, as far as a merchant manages them or is one of them; null sees all. One look into an index for each. */
export const readLatestPayouts = async (
  db: Tx,
  userIds: readonly number[],
  seenBy: number | null,
): Promise<readonly LatestPayout[]> => {
  const rows = await db.query<LatestRow>(latestSql, [userIds, seenBy]);
  return rows.map(({ userId, id, status, ...payout }) => ({
    userId,
    payout: id === null ? null : { ...payout, id, status: status.toUpperCase() as Uppercase<WithdrawalStatus> },
  }));
};

const latestSql = `
  select u.id as "userId", w.withdrawal_id as id, w.status, coalesce(w.payout_minor, w.amount_minor) as "payoutMinor", w.currency,
         w.created_at as "createdAt"
  from unnest($1::bigint[]) with ordinality as u(id, place)
  left join lateral (
    select * from withdrawals where user_id = u.id order by created_at desc, withdrawal_id desc limit 1) w on true
  where $2::bigint is null or u.id = $2
     or exists (select from payees p where p.user_id = u.id and p.manager_user_id = $2)
  order by u.place`;

export interface Held {
  readonly availableMinor: number;
  readonly pendingMinor: number;
  /** As a positive amount. */
  readonly debtMinor: number;
}

/** In reais, as all charges are; those who have nothing are absent. */
export const readWhatTheyHave = async (db: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, Held>> => {
  const ids = (kind: UserAccountKind) => userIds.map((userId) => accountIdOf({ kind, userId }));
  const rows = await db.query<Held & { readonly userId: number }>(heldSql, [
    ...[userIds, ids('user_available'), ids('user_pending'), ids('user_debt')],
  ]);
  return new Map(rows.map(({ userId, ...held }) => [userId, held]));
};

const heldSql = `
  select u.id as "userId", coalesce(a.balance_minor, 0) as "availableMinor",
         coalesce(p.balance_minor, 0) as "pendingMinor", abs(coalesce(d.balance_minor, 0)) as "debtMinor"
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as u(id, available, pending, debt)
  left join balances a on a.account_id = u.available and a.currency = 'BRL'
  left join balances p on p.account_id = u.pending and p.currency = 'BRL'
  left join balances d on d.account_id = u.debt and d.currency = 'BRL'
  where a.account_id is not null or p.account_id is not null or d.account_id is not null`;
