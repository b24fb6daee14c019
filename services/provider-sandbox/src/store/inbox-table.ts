import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';

/** How an inbox answers. `failTimes` null refuses every message with `status`. */
type InboxBehaviour = components['schemas']['InboxBehaviour'];

export type InboxMessage = components['schemas']['InboxMessage'];

export interface InboxTable {
  configure(name: string, behaviour: InboxBehaviour): Promise<void>;
  behaviourOf(name: string): Promise<InboxBehaviour>;
  /** Stores the message and answers how to reply; counts one failure down when there is one to play. */
  receive(name: string, message: Omit<InboxMessage, 'answered'>): Promise<{ status: number; delayMs: number }>;
  /** The latest `limit`, oldest first. */
  list(name: string, limit: number): Promise<InboxMessage[]>;
  listUnverified(receivedAfter: string): Promise<(InboxMessage & { readonly id: number })[]>;
  markVerified(ids: readonly number[]): Promise<void>;
  /** Removes the messages and the behaviour. */
  clear(name: string): Promise<void>;
}

/** An inbox that is never emptied must not fill the disk; a benchmark's run fits. */
const messagesMax = 20_000;
/** Trimming on every message would cost more than the message. */
const trimEvery = 500;
const obedient: InboxBehaviour = { failTimes: 0, status: 500, delayMs: 0 };
const okStatus = 200;

const columns = 'received_at as "receivedAt", headers, raw_body as "rawBody", verified, answered';

/** One statement, so that of many messages at once exactly failTimes are refused. */
const receiveSql = `
  with failing as (
    update inboxes set fail_times = fail_times - 1
    where name = $1 and (fail_times is null or fail_times > 0) returning status
  ), message as (
    insert into inbox_messages (inbox, received_at, headers, raw_body, verified, answered)
    values ($1, $2, $3::jsonb, $4, $5, coalesce((select status from failing), ${okStatus}))
    returning id, answered
  )
  select message.id, message.answered as status,
    coalesce((select delay_ms from inboxes where name = $1), 0) as "delayMs"
  from message`;

export const createInboxTable = (db: Database): InboxTable => ({
  configure: async (name, { failTimes, status, delayMs }) => {
    await db.query(
      `insert into inboxes (name, fail_times, status, delay_ms) values ($1, $2, $3, $4)
       on conflict (name) do update set fail_times = $2, status = $3, delay_ms = $4`,
      [name, failTimes, status, delayMs],
    );
  },
  behaviourOf: async (name) => {
    const sql = 'select fail_times as "failTimes", status, delay_ms as "delayMs" from inboxes where name = $1';
    return (await db.query<InboxBehaviour>(sql, [name]))[0] ?? obedient;
  },
  receive: async (name, message) => {
    const values = [name, message.receivedAt, JSON.stringify(message.headers), message.rawBody, message.verified];
    const [row] = await db.query<{ id: number; status: number; delayMs: number }>(receiveSql, values);
    if (row === undefined) throw new Error('An insert returned no row.');
    if (row.id % trimEvery === 0) await trim(db, name);
    return row;
  },
  list: (name, limit) =>
    db.query<InboxMessage>(
      `select ${columns} from (select * from inbox_messages where inbox = $1 order by id desc limit $2) latest order by id`,
      [name, limit],
    ),
  listUnverified: (receivedAfter) =>
    db.query(`select id, ${columns} from inbox_messages where not verified and received_at > $1`, [receivedAfter]),
  markVerified: async (ids) => {
    await db.query('update inbox_messages set verified = true where id = any($1)', [ids]);
  },
  clear: async (name) => {
    await db.query('delete from inbox_messages where inbox = $1', [name]);
    await db.query('delete from inboxes where name = $1', [name]);
  },
});

const trim = async (db: Database, name: string): Promise<void> => {
  await db.query(
    `delete from inbox_messages where inbox = $1
     and id <= (select id from inbox_messages where inbox = $1 order by id desc offset $2 limit 1)`,
    [name, messagesMax],
  );
};
