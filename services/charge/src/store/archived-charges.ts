import { byColumn, lockStreams, type ArchiveKind } from '@repasse/chassis/archive/kind';

/**
 * Closed charges, with their events and rows. Data of payers and the e-mails of a split stay in their tables, where they can
 * be erased: no file may hold them. A merchant's own keys of attempts stay, because each is used once.
 */
export const archivedCharges: ArchiveKind = {
  name: 'charges',
  isMoved: true,
  closedSql: `
    select c.charge_id as id, to_char(c.created_at at time zone 'UTC', 'YYYY-MM') as month
    from charges c
    where c.charge_id > $2 and c.updated_at < $1::timestamptz and c.status not in ('PENDING', 'PROCESSING')
      and not exists (
        select from surpluses s where s.charge_id = c.charge_id and s.standing not in ('accepted', 'applied', 'refunded'))
      and not exists (select from refunds r where r.charge_id = c.charge_id and r.status = 'PENDING')
      and not exists (select from awaited_offers a where a.charge_id = c.charge_id)
    order by c.charge_id limit $3::bigint`,
  ownerSql: '(select c.user_id from charges c where c.charge_id = s.id)',
  tables: [
    byColumn('charges', 'charge_id', 't.charge_id'),
    byColumn('attempts', 'charge_id', 't.attempt_id'),
    byColumn('surpluses', 'charge_id', 't.recorded_at, t.provider_reference'),
    byColumn('charge_refunds', 'charge_id', 't.refund_id'),
    byColumn('refunds', 'charge_id', 't.refund_id'),
    byColumn('events', 'stream_id', 't.version'),
  ],
  lock: lockStreams,
  count: (tx, ids, change) => tx.query(countSql, [ids, change]),
};

const countSql = `
  select count_charges(json_agg(json_build_object('user_id', user_id, 'status', status, 'change', $2::integer)))
  from charges where charge_id = any ($1)`;
