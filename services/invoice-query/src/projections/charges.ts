import { type Tx } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { overlay, rowsByKey } from './rows-by-key';

/** Columns of the table. An event sets those it tells of; the others keep what they have. */
interface ChargeRow {
  readonly charge_id: string;
  readonly position: number;
  readonly user_id: number;
  readonly updated_at: string;
  readonly attempts_offered: number;
  readonly status?: 'PENDING' | 'PAID';
  readonly status_reason?: string | null;
  readonly payment_method?: string;
  readonly gross_minor?: number;
  readonly fee_minor?: number;
  readonly net_minor?: number;
  readonly shared_minor?: number;
  readonly dispute_reserve_minor?: number;
  readonly currency?: string;
  readonly description?: string | null;
  readonly external_reference?: string | null;
  readonly expires_at?: string;
  readonly created_at?: string;
  readonly paid_at?: string;
}

const applyBatch = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const rows = rowsByKey(events.flatMap(rowOf), ({ charge_id }) => charge_id, later);
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

const rowOf = (event: AnyEvent): ChargeRow[] => {
  switch (event.type) {
    case 'repasse.charge.created.v1':
      return [{ ...headOf(event, event.data), ...amountsOf(event.data), ...createdColumns(event.data) }];
    case 'repasse.charge.paid.v1':
      return [{ ...headOf(event, event.data), ...amountsOf(event.data), ...paidColumns(event.data) }];
    case 'repasse.attempt.offered.v1':
      return [{ ...headOf(event, event.data), attempts_offered: 1 }];
    case 'repasse.attempt.failed.v1':
    case 'repasse.attempt.expired.v1':
      return [headOf(event, event.data)];
    default:
      // Events of other aggregates, and of releases to come: they show nothing here.
      return [];
  }
};

const headOf = ({ position, time }: AnyEvent, data: { chargeId: string; userId: number }) => ({
  charge_id: data.chargeId,
  position,
  user_id: data.userId,
  updated_at: time,
  attempts_offered: 0,
});

type Created = EventData['repasse.charge.created.v1'];
type Paid = EventData['repasse.charge.paid.v1'];

const amountsOf = (data: Created | Paid) => ({
  gross_minor: data.grossAmountMinor,
  fee_minor: data.feeAmountMinor,
  net_minor: data.netAmountMinor,
  shared_minor: data.sharedAmountMinor,
  dispute_reserve_minor: data.disputeReserveMinor,
  currency: data.currency,
  description: data.description,
  external_reference: data.externalReference,
});

const createdColumns = ({ expiresAt, createdAt }: Created) => ({
  status: 'PENDING' as const,
  expires_at: expiresAt,
  created_at: createdAt,
});

const paidColumns = ({ statusReason, paymentMethod, paidAt }: Paid) => ({
  status: 'PAID' as const,
  status_reason: statusReason,
  payment_method: paymentMethod,
  paid_at: paidAt,
});

const later = (known: ChargeRow | undefined, row: ChargeRow): ChargeRow => ({
  ...overlay(known, row),
  // A status comes with its reason, also when that is none.
  ...(row.status === undefined ? {} : { status_reason: row.status_reason ?? null }),
  attempts_offered: (known?.attempts_offered ?? 0) + row.attempts_offered,
});

// What is null was not told; only the reason of a status that is there is told by being null.
const upsert = `
  insert into charges as c select * from jsonb_populate_recordset(null::charges, $1::jsonb)
  on conflict (charge_id) do update set
    position = excluded.position,
    status = coalesce(excluded.status, c.status),
    status_reason = case when excluded.status is null then c.status_reason else excluded.status_reason end,
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
    expires_at = coalesce(excluded.expires_at, c.expires_at),
    created_at = coalesce(excluded.created_at, c.created_at),
    paid_at = coalesce(excluded.paid_at, c.paid_at),
    updated_at = excluded.updated_at
  where c.position < excluded.position`;
