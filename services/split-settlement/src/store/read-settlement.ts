import { type ChargeMethod } from '@repasse/contracts';
import { type Database } from '@repasse/chassis/postgres/database';
import { type SharePart } from '../domain/explain-settlement';
import { type StatedFee } from './books/settlements';

export interface StoredSettlement {
  readonly settlementId: string;
  readonly chargeId: string;
  readonly paymentId: string;
  readonly userId: number;
  readonly paymentMethod: ChargeMethod;
  readonly grossMinor: number;
  readonly feeMinor: number;
  readonly reserveMinor: number;
  readonly netMinor: number;
  readonly currency: string;
  readonly fees: readonly StatedFee[];
  readonly paidAt: string;
  readonly settledAt: string;
  readonly shares: readonly StoredShare[];
}

export interface StoredShare {
  readonly userId: number;
  readonly amountMinor: number;
  readonly reserveMinor: number;
  readonly reducedByMinor: number;
  readonly releasedMinor: number;
  readonly isOwner: boolean;
  readonly releaseAt: string;
  /** The part that each rule of the split gave; none where the charge did not state them. */
  readonly parts: readonly SharePart[];
}

type SettlementRow = Omit<StoredSettlement, 'shares'>;

/** The settlement of a charge's first payment, with what of each share can be used by now. */
export const readSettlement = async (db: Database, chargeId: string): Promise<StoredSettlement | undefined> => {
  const [settlement] = await db.query<SettlementRow>(selectSettlement, [chargeId]);
  if (settlement === undefined) return undefined;
  const shares = await db.query<StoredShare>(selectShares, [settlement.settlementId]);
  return { ...settlement, shares };
};

const selectSettlement = `
  select settlement_id as "settlementId", charge_id as "chargeId", payment_id as "paymentId", user_id as "userId",
         payment_method as "paymentMethod", gross_minor as "grossMinor", fee_minor as "feeMinor",
         reserve_minor as "reserveMinor", net_minor as "netMinor", currency, fees, paid_at as "paidAt",
         settled_at as "settledAt"
  from settlements where charge_id = $1 order by settled_at, settlement_id limit 1`;

/** A share that waited and was claimed is its recipient's, and the owner's no more. */
const selectShares = `
  with claimed as (
    select claimed_by, email_hash, amount_minor, due_at from held_shares
    where settlement_id = $1 and claimed_by is not null
  ), shares as (
    select s.settlement_id, s.user_id, s.reserve_minor, s.reduced_by_minor, s.is_owner, s.release_at,
           case when s.is_owner then s.amount_minor - coalesce((select sum(c.amount_minor) from claimed c), 0)::bigint
                else s.amount_minor end as amount_minor,
           case when s.is_owner and exists (select from claimed) then (
             select coalesce(json_agg(p.part order by p.place), '[]')
             from json_array_elements(s.parts) with ordinality as p(part, place)
             where not exists (select from claimed c where c.email_hash = p.part -> 'heldFor' ->> 'emailHash'))
             else s.parts end as parts
    from settlement_shares s where s.settlement_id = $1
    union all
    select $1, c.claimed_by, 0, 0, false, c.due_at[cardinality(c.due_at)], c.amount_minor, (
      select json_agg(p.part::jsonb - 'isUnresolved' - 'heldFor' order by p.place)
      from settlement_shares s, json_array_elements(s.parts) with ordinality as p(part, place)
      where s.settlement_id = $1 and s.is_owner and p.part -> 'heldFor' ->> 'emailHash' = c.email_hash)
    from claimed c
  )
  select s.user_id as "userId", s.amount_minor as "amountMinor", s.reserve_minor as "reserveMinor",
         s.reduced_by_minor as "reducedByMinor", s.is_owner as "isOwner", s.release_at as "releaseAt",
         s.parts,
         coalesce((select sum(r.amount_minor - r.taken_minor) from releases r
                   where r.settlement_id = s.settlement_id and r.user_id = s.user_id
                     and r.transaction_id is not null), 0)::bigint as "releasedMinor"
  from shares s
  order by s.is_owner desc, s.user_id`;
