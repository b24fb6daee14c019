import { randomBytes } from 'node:crypto';
import { type Database } from '@repasse/chassis/postgres/database';
import { fillUnindexed } from './fill';
import { busyMerchant, firstMoment } from './many-charges';
import { type Room } from './room';

const list = '/webhook-deliveries';
const endpoint = 'we_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2';

export const deliveries: Room = {
  service: 'webhook-dispatcher',
  scopes: ['webhooks:read'],
  env: { SANDBOX: 'true', KEY_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}` },
  load: (db, charges) => loadDeliveries(db, charges),
  cases: [
    { name: 'webhooks: attention', path: () => '/attention/webhooks' },
    { name: 'deliveries: page 1', path: () => list },
    { name: 'deliveries that failed', path: () => `${list}?status=EXHAUSTED` },
    { name: 'deliveries: none pending', path: () => `${list}?status=PENDING` },
    { name: 'deliveries of a rare type', path: () => `${list}?eventType=dispute.opened` },
    { name: 'deliveries of an endpoint', path: () => `${list}?endpointId=${endpoint}` },
    { name: 'deliveries of a time', path: () => `${list}?from=${daysAgo(200)}&to=${daysAgo(199)}` },
    { name: 'deliveries of a charge', path: (charges, round) => `${list}?chargeId=ch_${idOf(charges, round)}` },
    { name: 'deliveries of an event', path: (charges, round) => `${list}?eventId=msg_${idOf(charges, round)}` },
    { name: 'events: the first', path: () => '/events' },
    {
      ...{ name: 'events of a rare type', path: () => '/events?types=dispute.opened' },
      exception: 'looks at 5,000 events for a page, which is all there are on the small side',
    },
    {
      ...{ name: 'statistics of an endpoint', path: () => `/webhook-endpoints/${endpoint}/statistics` },
      exception: 'counts the deliveries of its window of time',
    },
  ],
};

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const idOf = (charges: number, round: number): string =>
  (2 * (1 + ((round * 7919) % (charges / 2 - 1)))).toString(16).toUpperCase().padStart(26, '0');

/** A delivery and an event a charge; half are the busy merchant's. One in a thousand failed, one in 500 is of a dispute. */
const loadDeliveries = async (db: Database, charges: number): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.query("set local maintenance_work_mem = '1GB'");
    await tx.query(
      `insert into webhook_endpoints (endpoint_id, user_id, url, description, event_types, is_ordered, created_at, updated_at)
       values ($1, $2, 'https://example.com/hook', '', '{*}', false, now(), now())`,
      [endpoint, busyMerchant],
    );
    await fillUnindexed(tx, ['deliveries', 'webhook_events', 'delivery_attempts'], async () => {
      await tx.query(insertEvents, [charges, busyMerchant, firstMoment]);
      await tx.query(insertDeliveries, [endpoint, busyMerchant]);
      await tx.query(insertAttempts);
    });
    await tx.query(
      'insert into event_feeds (user_id, last_sequence) select user_id, max(sequence) from webhook_events group by 1',
    );
  });
  for (const table of ['deliveries', 'webhook_events', 'delivery_attempts', 'event_feeds']) {
    await db.query(`vacuum (freeze, analyze) ${table}`);
  }
};

const insertEvents = `
  insert into webhook_events (webhook_id, user_id, sequence, charge_id, charge_sequence, event_type, body, created_at)
  select 'msg_' || id, owner, row_number() over (partition by owner order by n), 'ch_' || id, 1,
         case when n % 500 = 8 then 'dispute.opened' else 'charge.paid' end, '{"data":{}}', at
  from generate_series(1, $1::bigint) n, lateral (
    select upper(lpad(to_hex(n), 26, '0')) as id, case n % 2 when 0 then $2::bigint else 2000 + n % 199 end as owner,
           $3::timestamptz + n * ((now() - $3::timestamptz) / ($1::bigint + 1)) as at
  ) facts order by n`;

const insertDeliveries = `
  insert into deliveries (delivery_id, webhook_id, user_id, endpoint_id, charge_id, event_type, sequence, url, receiver,
                          status, attempts, created_at, updated_at)
  select 'del_' || substr(webhook_id, 5), webhook_id, user_id, case when user_id = $2 then $1 end, charge_id, event_type,
         sequence, 'https://example.com/hook', 'example.com',
         case when sequence % 1000 = 7 then 'EXHAUSTED' else 'DELIVERED' end, 1, created_at, created_at
  from webhook_events order by created_at`;

const insertAttempts = `
  insert into delivery_attempts (delivery_id, attempt_number, trigger, url, started_at, duration_ms, response_status, failure)
  select delivery_id, 1, 'AUTOMATIC', url, created_at, 40, case status when 'EXHAUSTED' then 500 else 204 end,
         case status when 'EXHAUSTED' then 'STATUS' end
  from deliveries`;
