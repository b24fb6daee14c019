import { byColumn, type ArchiveKind } from '@repasse/chassis/archive/kind';
import { countChargeDays } from './charge-days';

/** Under this name the numbers of archived invoices are marked. */
export const archivedInvoices = 'invoices';

/**
 * All that was received of a charge, and the rows of the views that follow from it: both go together, so that a rebuild from
 * the remaining events makes the remaining rows.
 */
export const archivedTimelines: ArchiveKind = {
  name: 'timelines',
  isMoved: true,
  closedSql: `
    select c.charge_id as id, to_char(c.created_at at time zone 'UTC', 'YYYY-MM') as month
    from charges c
    where c.charge_id collate "C" > $2 and c.updated_at < $1::timestamptz and c.created_at is not null
      and c.status not in ('PENDING', 'PROCESSING')
      and not exists (
        select from received_events r
        where r.envelope -> 'data' ->> 'chargeId' = c.charge_id and (r.envelope ->> 'time')::timestamptz >= $1::timestamptz)
    order by c.charge_id collate "C" limit $3::bigint`,
  ownerSql: '(select c.user_id from charges c where c.charge_id = s.id)',
  tables: [
    byColumn('charges', 'charge_id', 't.charge_id'),
    byColumn('invoices', 'charge_id', 't.subject_id'),
    {
      table: 'invoice_references',
      of: (ids) => `t.subject_id in (select i.subject_id from invoices i where i.charge_id = any (${ids}))`,
      order: 't.reference, t.subject_id',
    },
    byColumn('charge_parts', 'charge_id', 't.payment_id'),
    byColumn('disputes', 'charge_id', 't.dispute_id'),
    {
      table: 'received_events',
      of: (ids) => `t.envelope -> 'data' ->> 'chargeId' = any (${ids})`,
      order: 't.sequence',
    },
  ],
  namesSql: `
    select '${archivedInvoices}' as kind, i.invoice_id::text as id, i.user_id as owner_id from invoices i where i.charge_id = any ($1)`,
  // The consumer shows nothing meanwhile; it writes here before it writes views.
  lock: (tx) => tx.query('lock table received_events in share row exclusive mode'),
  count: async (tx, ids, change) => {
    await tx.query('select count_invoices($1, $2)', [ids, change]);
    await countChargeDays(tx, ids, change);
  },
};
