import { type Tx } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { overlay, rowsByKey } from './rows-by-key';

/** Whether what was received is enough is for the reader to say, who sees received_minor beside amount_minor. */
type PaymentStatus = 'WAITING_PAYMENT' | 'RECEIVED' | 'EXPIRED' | 'FAILED';

/** Columns of the table. An event sets those it tells of; the others keep what they have. */
interface PaymentRow {
  readonly payment_id: string;
  readonly position: number;
  readonly invoice_id: number;
  readonly user_id: number;
  readonly charge_id: string | null;
  readonly attempt_id: string | null;
  readonly payment_method: string;
  readonly amount_minor: number;
  readonly received_minor: number;
  readonly currency: string;
  readonly provider: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status?: PaymentStatus;
  readonly provider_reference?: string;
  readonly external_reference?: string | null;
  readonly expires_at?: string;
  readonly paid_at?: string;
}

const applyBatch = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const rows = rowsByKey(events.flatMap(rowOf), ({ payment_id }) => payment_id, later);
  if (rows.length > 0) await tx.query(upsert, [JSON.stringify(rows)]);
};

/** Every payment, and so every invoice, as it stands now. */
export const paymentsProjection = defineProjection({
  name: 'payments',
  topics: ['payment.events.v1'],
  tables: ['payments'],
  apply: (event, tx) => applyBatch([event], tx),
  applyBatch,
});

const rowOf = (event: AnyEvent): PaymentRow[] => {
  switch (event.type) {
    case 'repasse.payment.requested.v1':
      return [
        {
          ...headOf(event, event.data, event.data.amountMinor),
          status: 'WAITING_PAYMENT',
          external_reference: event.data.externalReference,
        },
      ];
    case 'repasse.payment.offered.v1':
      return [{ ...headOf(event, event.data, event.data.amountMinor), ...offeredColumns(event.data) }];
    case 'repasse.payment.received.v1':
      return [{ ...headOf(event, event.data, event.data.expectedAmountMinor), ...receivedColumns(event.data) }];
    case 'repasse.payment.expired.v1':
      return [{ ...headOf(event, event.data, event.data.amountMinor), status: 'EXPIRED' }];
    case 'repasse.payment.failed.v1':
      return [{ ...headOf(event, event.data, event.data.amountMinor), status: 'FAILED' }];
    case 'repasse.payment.outcome_unknown.v1':
      // A provider that keeps silent has not refused: what the payer sees stays what it was.
      return [headOf(event, event.data, event.data.amountMinor)];
    default:
      // Events of other aggregates, and of releases to come: they show nothing here.
      return [];
  }
};

/** What every event of a payment carries. */
type Common = Pick<
  EventData['repasse.payment.requested.v1'],
  'paymentId' | 'invoiceId' | 'userId' | 'chargeId' | 'attemptId' | 'paymentMethod' | 'currency' | 'provider'
>;

const headOf = ({ position, time }: AnyEvent, data: Common, amountMinor: number) => ({
  payment_id: data.paymentId,
  position,
  invoice_id: data.invoiceId,
  user_id: data.userId,
  charge_id: data.chargeId,
  attempt_id: data.attemptId,
  payment_method: data.paymentMethod,
  amount_minor: amountMinor,
  received_minor: 0,
  currency: data.currency,
  provider: data.provider,
  created_at: time,
  updated_at: time,
});

const offeredColumns = ({ providerReference, expiresAt }: EventData['repasse.payment.offered.v1']) => ({
  status: 'WAITING_PAYMENT' as const,
  provider_reference: providerReference,
  expires_at: expiresAt,
});

const receivedColumns = ({ amountMinor, receivedAt }: EventData['repasse.payment.received.v1']) => ({
  status: 'RECEIVED' as const,
  received_minor: amountMinor,
  paid_at: receivedAt,
});

const later = (known: PaymentRow | undefined, row: PaymentRow): PaymentRow => ({
  ...overlay(known, row),
  received_minor: (known?.received_minor ?? 0) + row.received_minor,
  created_at: known?.created_at ?? row.created_at,
});

// Repeated deposits add up.
const upsert = `
  insert into payments as p
  select * from jsonb_populate_recordset(null::payments, $1::jsonb)
  on conflict (payment_id) do update set
    position = excluded.position,
    charge_id = coalesce(excluded.charge_id, p.charge_id),
    attempt_id = coalesce(excluded.attempt_id, p.attempt_id),
    amount_minor = excluded.amount_minor,
    provider = excluded.provider,
    status = coalesce(excluded.status, p.status),
    received_minor = p.received_minor + excluded.received_minor,
    provider_reference = coalesce(excluded.provider_reference, p.provider_reference),
    external_reference = coalesce(excluded.external_reference, p.external_reference),
    expires_at = coalesce(excluded.expires_at, p.expires_at),
    paid_at = coalesce(excluded.paid_at, p.paid_at),
    updated_at = excluded.updated_at
  where p.position < excluded.position`;
