import { type Tx } from '@repasse/chassis/postgres/database';
import { type Party } from '../domain/divide-reversal';

/** A settlement as a reversal sees it: who got what, and what was taken back of it already. */
export interface ReversibleSettlement {
  readonly settlementId: string;
  readonly paymentId: string;
  readonly parties: readonly Party[];
}

/**
 * The settlement of a charge; undefined when nothing is booked for it. Call it under the ledger's lock, so that two
 * reversals do not both take what only one can.
 */
export const readParties = async (tx: Tx, chargeId: string): Promise<ReversibleSettlement | undefined> => {
  const rows = await tx.query<PartyRow>(selectParties, [chargeId]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { settlementId, paymentId } = first;
  return { settlementId, paymentId, parties: rows.map(partyOf) };
};

interface PartyRow extends Party {
  readonly settlementId: string;
  readonly paymentId: string;
}

const partyOf = ({ userId, isOwner, partMinor, takenMinor, listedMinor }: PartyRow): Party => ({
  userId,
  isOwner,
  partMinor,
  takenMinor,
  listedMinor,
});

// The owner's part is what the others leave of the gross amount. A dispute that was won has taken nothing.
const selectParties = `
  with settlement as (
    select settlement_id, payment_id, gross_minor from settlements
    where charge_id = $1 order by settled_at, settlement_id limit 1
  ), taken as (
    select rs.user_id,
           coalesce(sum(rs.amount_minor) filter (where not r.is_listed), 0)::bigint as taken_minor,
           coalesce(sum(rs.amount_minor) filter (where r.is_listed), 0)::bigint as listed_minor
    from settlement join reversals r using (settlement_id) join reversal_shares rs using (reversal_id)
    left join dispute_decisions d on d.dispute_id = r.reversal_id
    where d.outcome is distinct from 'WON'
    group by rs.user_id
  )
  select s.settlement_id as "settlementId", s.payment_id as "paymentId", p.user_id as "userId", p.is_owner as "isOwner",
         case when p.is_owner
              then s.gross_minor - coalesce(sum(p.amount_minor) filter (where not p.is_owner) over (), 0)::bigint
              else p.amount_minor end as "partMinor",
         coalesce(t.taken_minor, 0) as "takenMinor", coalesce(t.listed_minor, 0) as "listedMinor"
  from settlement s join settlement_shares p using (settlement_id) left join taken t using (user_id)
  order by p.is_owner desc, p.user_id`;
