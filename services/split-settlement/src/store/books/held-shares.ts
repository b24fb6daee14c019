import { type Tx } from '@repasse/chassis/postgres/database';
import { type HeldShare } from '../../domain/held-share';

/** The held shares that a batch adds. They are rare, so a batch without any writes nothing for them. */
export interface NewHeldShares {
  readonly add: (shares: readonly HeldShare[], bookedAt: string) => void;
  readonly write: (tx: Tx) => Promise<void>;
}

export const openHeldShares = (): NewHeldShares => {
  const rows: object[] = [];
  return {
    add: (shares, bookedAt) => void rows.push(...shares.map((share) => rowOf(share, bookedAt))),
    write: async (tx) => {
      if (rows.length > 0) await tx.query(insert, [JSON.stringify(rows)]);
    },
  };
};

const rowOf = (share: HeldShare, bookedAt: string): object => ({
  held_share_id: share.heldShareId,
  settlement_id: share.settlementId,
  charge_id: share.chargeId,
  owner_user_id: share.ownerUserId,
  email_hash: share.emailHash,
  currency: share.currency,
  amount_minor: share.amountMinor,
  due_at: share.dueAt,
  return_at: share.returnAt,
  created_at: bookedAt,
});

const insert = `
  insert into held_shares (
    held_share_id, settlement_id, charge_id, owner_user_id, email_hash, currency, amount_minor, left_minor, due_at,
    return_at, created_at)
  select held_share_id, settlement_id, charge_id, owner_user_id, email_hash, currency, amount_minor, amount_minor, due_at,
    return_at, created_at
  from json_to_recordset($1) as h(
    held_share_id text, settlement_id text, charge_id text, owner_user_id bigint, email_hash text, currency text,
    amount_minor bigint, due_at timestamptz[], return_at timestamptz, created_at timestamptz)`;
