import { type Tx } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent } from '@repasse/contracts';
import { chargeRowsOf, type ChargeRow } from './charge-rows';
import { overlay, rowsByKey } from './rows-by-key';

const applyBatch = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const rows = rowsByKey(events.flatMap(chargeRowsOf), ({ charge_id }) => charge_id, later);
  if (rows.length > 0) await tx.query(upsert, [JSON.stringify(rows)]);
};

/** What each charge looks like now. */
export const chargesProjection = defineProjection({
  name: 'charges',
  topics: ['charge.events.v1'],
  tables: ['charges'],
  apply: (event, tx) => applyBatch([event], tx),
  applyBatch,
});

const later = (known: ChargeRow | undefined, row: ChargeRow): ChargeRow => ({
  ...overlay(known, row),
  // A status comes with its reason, also when that is none.
  ...(row.status === undefined ? {} : { status_reason: row.status_reason ?? null }),
  attempts_offered: (known?.attempts_offered ?? 0) + row.attempts_offered,
  refunded_minor: Math.max(known?.refunded_minor ?? 0, row.refunded_minor),
  surplus_minor: (known?.surplus_minor ?? 0) + row.surplus_minor,
  surplus_refunded_minor: (known?.surplus_refunded_minor ?? 0) + row.surplus_refunded_minor,
});

// What is null was not told; only the reason of a status that is there is told by being null. A refund tells the total
// so far, everything else that counts is added up.
const upsert = `
  insert into charges as c select * from jsonb_populate_recordset(null::charges, $1::jsonb)
  on conflict (charge_id) do update set
    position = excluded.position,
    status = coalesce(excluded.status, c.status),
    status_reason = case when excluded.status is null then coalesce(excluded.status_reason, c.status_reason)
                         else excluded.status_reason end,
    payment_method = coalesce(excluded.payment_method, c.payment_method),
    gross_minor = coalesce(excluded.gross_minor, c.gross_minor),
    fee_minor = coalesce(excluded.fee_minor, c.fee_minor),
    net_minor = coalesce(excluded.net_minor, c.net_minor),
    shared_minor = coalesce(excluded.shared_minor, c.shared_minor),
    dispute_reserve_minor = coalesce(excluded.dispute_reserve_minor, c.dispute_reserve_minor),
    currency = coalesce(excluded.currency, c.currency),
    description = coalesce(excluded.description, c.description),
    external_reference = coalesce(excluded.external_reference, c.external_reference),
    attempts_offered = c.attempts_offered + excluded.attempts_offered,
    refunded_minor = greatest(c.refunded_minor, excluded.refunded_minor),
    surplus_minor = c.surplus_minor + excluded.surplus_minor,
    surplus_refunded_minor = c.surplus_refunded_minor + excluded.surplus_refunded_minor,
    expires_at = coalesce(excluded.expires_at, c.expires_at),
    created_at = coalesce(excluded.created_at, c.created_at),
    paid_at = coalesce(excluded.paid_at, c.paid_at),
    updated_at = excluded.updated_at
  where c.position < excluded.position`;
