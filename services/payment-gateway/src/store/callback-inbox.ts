import { createGroupCommit, type GroupLimits } from '@repasse/chassis/event-store/group-commit';
import { type Database } from '@repasse/chassis/postgres/database';

export interface InboxEntry {
  readonly callbackId: number;
  readonly provider: string;
  /** As it was posted. */
  readonly body: string;
  readonly triedCount: number;
}

export interface CallbackInbox {
  /** Keeps a callback before anything is made of it. The caller works on it first, until the lease ends. */
  keep(o: { provider: string; body: string; now: string; leaseMs: number }): Promise<InboxEntry>;
  /** Takes what is due and nobody holds, longest due first. */
  take(o: { now: string; leaseMs: number; limit: number }): Promise<readonly InboxEntry[]>;
  markHandled(entry: InboxEntry, now: string): Promise<void>;
  putBack(entry: InboxEntry, dueAt: string): Promise<void>;
  /** Deletes some of what was received before a time, handled or not; answers how many. */
  forgetBefore(time: string): Promise<number>;
}

/** Nobody waits for a mark, so those that gather while one is written are written together: 500 ids are a few kB. */
const markLimits: GroupLimits = { itemsMax: 500, bytesMax: Number.MAX_SAFE_INTEGER, inFlightMax: 1 };

export const createCallbackInbox = (db: Database): CallbackInbox => {
  const mark = createGroupCommit<HandledMark, true>(markLimits, async (marks) => {
    await db.query(markSql, [JSON.stringify(marks)]);
    return marks.map(() => ({ result: true }));
  });
  return {
    keep: async ({ provider, body, now, leaseMs }) => {
      const [entry] = await db.query<InboxEntry>(keepSql, [provider, body, now, leaseMs]);
      if (entry === undefined) throw new Error('The inbox kept nothing.');
      return entry;
    },
    take: ({ now, leaseMs, limit }) => db.query<InboxEntry>(takeSql, [now, leaseMs, limit]),
    markHandled: async ({ callbackId }, now) => {
      await mark({ value: { callbackId, now }, bytes: 0, exclusive: [] });
    },
    putBack: async ({ callbackId }, dueAt) => {
      await db.query('update callback_inbox set due_at = $2 where callback_id = $1', [callbackId, dueAt]);
    },
    forgetBefore: async (time) => (await db.query(forgetSql, [time])).length,
  };
};

interface HandledMark {
  readonly callbackId: number;
  readonly now: string;
}

const keepSql = `
  insert into callback_inbox (provider, body, received_at, due_at)
  values ($1, $2, $3, $3::timestamptz + make_interval(secs => $4::float8 / 1000))
  returning callback_id as "callbackId", provider, body, tried_count as "triedCount"`;

const takeSql = `
  with due as (
    select callback_id from callback_inbox where due_at <= $1 order by due_at limit $3 for update skip locked
  )
  update callback_inbox c
  set due_at = $1::timestamptz + make_interval(secs => $2::float8 / 1000), tried_count = c.tried_count + 1
  from due where c.callback_id = due.callback_id
  returning c.callback_id as "callbackId", c.provider, c.body, c.tried_count as "triedCount"`;

const markSql = `
  update callback_inbox c set due_at = null, handled_at = m."now"
  from jsonb_to_recordset($1::jsonb) as m ("callbackId" bigint, "now" timestamptz)
  where c.callback_id = m."callbackId"`;

/** In portions, so that a long-neglected table is not locked and logged in one piece. */
const forgetSql = `
  delete from callback_inbox where callback_id in (
    select callback_id from callback_inbox where received_at < $1 limit 5000
  ) returning callback_id`;
