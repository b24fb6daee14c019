import { Client } from 'pg';

/** As long as the body of a charge.paid with three shares. */
const body = JSON.stringify({
  ...{ type: 'charge.paid', timestamp: '2026-11-21T12:03:10.000Z', sequence: 1, previousId: null },
  data: { charge: { id: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', grossAmount: '100.00' }, padding: 'x'.repeat(800) },
});

// Every third one is the dead receiver's where there is one.
const insertSql = `
  with numbered as (
    select upper(lpad(to_hex(n), 26, '0')) as id, n,
           case when n % 3 = 0 and $3::text is not null then $3::text else $2::text end as url
    from generate_series(1, $1::integer) n
  ), message as (
    insert into webhook_events (
      webhook_id, user_id, sequence, charge_id, charge_sequence, invoice_id, event_type, body, created_at
    )
    select 'msg_' || id, 1001, n, 'ch_' || id, 1, n, 'charge.paid', $4, now() from numbered
  )
  insert into deliveries (delivery_id, webhook_id, user_id, charge_id, event_type, sequence, url, receiver, status,
                          next_attempt_at, created_at, updated_at)
  select 'del_' || id, 'msg_' || id, 1001, 'ch_' || id, 'charge.paid', n, url,
         substring(url from '//([^/]+)'), 'PENDING', now(), now(), now()
  from numbered`;

/** Lays deliveries ready in a dispatcher's tables, all due now; those of before are thrown away. */
export const layDeliveries = async (
  postgresUrl: string,
  o: { readonly deliveries: number; readonly fastUrl: string; readonly deadUrl: string | undefined },
): Promise<void> => {
  const client = new Client({ connectionString: postgresUrl, application_name: 'bench' });
  await client.connect();
  await client.query('begin');
  await client.query('truncate webhook_events, deliveries, delivery_attempts, outbox, outbox_positions');
  await client.query(insertSql, [o.deliveries, o.fastUrl, o.deadUrl ?? null, body]);
  await client.query('commit');
  await client.end();
};
