import { byColumn, lockStreams, type ArchiveKind } from '@repasse/chassis/archive/kind';

/** The events of payments that are over. Their rows stay: receipts are booked once, and payers are erased by them. */
export const archivedPayments: ArchiveKind = {
  name: 'payments',
  isMoved: true,
  closedSql: `
    select p.payment_id as id, to_char(p.created_at at time zone 'UTC', 'YYYY-MM') as month
    from payments p
    where p.payment_id collate "C" > $2 and p.updated_at < $1::timestamptz and p.due_at is null
      and p.status in ('received', 'expired', 'canceled', 'failed')
      and not exists (select from archived a where a.kind = 'payments' and a.id = p.payment_id)
    order by p.payment_id collate "C" limit $3::bigint`,
  ownerSql: '(select p.user_id from payments p where p.payment_id = s.id)',
  ofChargeSql: 'select p.payment_id as id from payments p where p.charge_id = $1 order by p.payment_id',
  tables: [byColumn('events', 'stream_id', 't.version')],
  lock: lockStreams,
};
