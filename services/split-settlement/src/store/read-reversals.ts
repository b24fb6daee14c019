import { type Database } from '@repasse/chassis/postgres/database';
import { type DisputeOutcome } from '../domain/dispute';
import { type Taking } from '../domain/take-back';
import { type SurplusStatus } from './books/surpluses';

export type ReversedShare = Omit<Taking, 'takenReleases'>;

/** A refund or a dispute of a charge, as it was booked. */
export interface StoredReversal {
  readonly reversalId: string;
  readonly kind: 'REFUND' | 'DISPUTE';
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly isListed: boolean;
  readonly occurredAt: string;
  readonly outcome: DisputeOutcome | null;
  readonly decidedAt: string | null;
  readonly shares: readonly ReversedShare[];
}

export interface StoredSurplus {
  readonly paymentId: string;
  readonly providerReference: string;
  readonly amountMinor: number;
  readonly heldMinor: number;
  readonly refundedMinor: number;
  readonly statusReason: string;
  readonly status: SurplusStatus;
  readonly receivedAt: string;
}

/** Every refund and dispute of a charge, oldest first. */
export const readReversals = (db: Database, chargeId: string): Promise<StoredReversal[]> =>
  db.query<StoredReversal>(selectReversals, [chargeId]);

/** Every receipt the charge had no use for, oldest first. */
export const readSurpluses = (db: Database, chargeId: string): Promise<StoredSurplus[]> =>
  db.query<StoredSurplus>(selectSurpluses, [chargeId]);

const selectReversals = `
  select r.reversal_id as "reversalId", r.kind, r.payment_id as "paymentId", r.amount_minor as "amountMinor",
         r.is_listed as "isListed", r.occurred_at as "occurredAt", d.outcome, d.decided_at as "decidedAt",
         (select json_agg(json_build_object(
                   'userId', s.user_id, 'isOwner', s.is_owner, 'amountMinor', s.amount_minor,
                   'fromAvailableMinor', s.from_available_minor, 'fromPendingMinor', s.from_pending_minor,
                   'fromReserveMinor', s.from_reserve_minor, 'fromDebtMinor', s.from_debt_minor)
                 order by s.is_owner desc, s.user_id)
          from reversal_shares s where s.reversal_id = r.reversal_id) as shares
  from reversals r left join dispute_decisions d on d.dispute_id = r.reversal_id
  where r.charge_id = $1 order by r.occurred_at, r.reversal_id`;

const selectSurpluses = `
  select s.payment_id as "paymentId", s.provider_reference as "providerReference", s.amount_minor as "amountMinor",
         s.held_minor as "heldMinor", s.status_reason as "statusReason", s.status, s.received_at as "receivedAt",
         coalesce((select sum(f.amount_minor) from surplus_refunds f
                   where f.charge_id = s.charge_id and f.payment_id = s.payment_id
                     and f.provider_reference = s.provider_reference), 0)::bigint as "refundedMinor"
  from surpluses s where s.charge_id = $1 order by s.received_at, s.payment_id, s.provider_reference`;
