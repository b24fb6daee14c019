import { type Tx } from '@repasse/chassis/postgres/database';
import { accountIdOf, userAccountKinds, type UserAccountKind } from '../domain/ledger';

export interface UserBalance {
  readonly pendingMinor: number;
  readonly availableMinor: number;
  readonly reserveMinor: number;
  /** Taken because payers dispute it, until that is decided. */
  readonly heldMinor: number;
  /** The user's debt to the platform, as a positive amount. */
  readonly debtMinor: number;
  /** Payers' money that waits for the user's decision or for its way back; it is not the user's. */
  readonly surplusMinor: number;
  /** Taken to be paid out, until that is done or has failed. */
  readonly withdrawingMinor: number;
  /** Shares that wait for recipients whom nobody knew; the user's when nobody claims them. */
  readonly heldForOthersMinor: number;
}

/** A user's balances in one currency. Returns zeros for a user who was never paid. */
export const readBalance = async (db: Tx, userId: number, currency: string): Promise<UserBalance> => {
  const accountOf = (kind: UserAccountKind) => accountIdOf({ kind, userId });
  const rows = await db.query<{ account_id: string; balance_minor: number }>(
    'select account_id, balance_minor from balances where account_id = any ($1) and currency = $2',
    [userAccountKinds.map(accountOf), currency],
  );
  const held = new Map(rows.map(({ account_id, balance_minor }) => [account_id, balance_minor]));
  const minorOf = (kind: UserAccountKind): number => held.get(accountOf(kind)) ?? 0;
  return {
    pendingMinor: minorOf('user_pending'),
    availableMinor: minorOf('user_available'),
    reserveMinor: minorOf('user_reserve'),
    heldMinor: minorOf('dispute_held'),
    surplusMinor: minorOf('surplus_held'),
    withdrawingMinor: minorOf('withdrawal_held'),
    heldForOthersMinor: minorOf('share_held'),
    debtMinor: Math.abs(minorOf('user_debt')),
  };
};

export type UserFunds = Pick<UserBalance, 'availableMinor' | 'debtMinor'>;

/** Of many users at once; those who have neither are absent. */
export const readFunds = async (
  db: Tx,
  userIds: readonly number[],
  currency: string,
): Promise<ReadonlyMap<number, UserFunds>> => {
  const ids = (kind: UserAccountKind) => userIds.map((userId) => accountIdOf({ kind, userId }));
  const rows = await db.query<UserFunds & { readonly userId: number }>(fundsSql, [
    ...[userIds, ids('user_available'), ids('user_debt'), currency],
  ]);
  return new Map(rows.map(({ userId, ...funds }) => [userId, funds]));
};

const fundsSql = `
  select u.id as "userId", coalesce(a.balance_minor, 0) as "availableMinor",
         abs(coalesce(d.balance_minor, 0)) as "debtMinor"
  from unnest($1::bigint[], $2::text[], $3::text[]) as u(id, available, debt)
  left join balances a on a.account_id = u.available and a.currency = $4
  left join balances d on d.account_id = u.debt and d.currency = $4
  where a.account_id is not null or d.account_id is not null`;
