import { createGroupCommit, type GroupLimits } from '@repasse/chassis/event-store/group-commit';
import { type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows, type Lease, leaseEnd } from '@repasse/chassis/waiting/due-rows';

interface Callback {
  readonly provider: string;
  /** As it was posted. */
  readonly body: string;
}

export type InboxEntry = Callback & Lease;

export interface CallbackInbox extends DueRows<Callback> {
  /** Keeps a callback before anything is made of it. The caller holds it when it is leased, else it is due at once. */
  keep(o: Callback & { now: string; isLeased: boolean }): Promise<InboxEntry>;
  /** Has no effect when the claim was lost: whoever holds the entry by now says what becomes of it. */
  markHandled(entry: InboxEntry, now: string): Promise<void>;
  /** Deletes some of what was received before a time, handled or not; answers how many. */
  forgetBefore(time: string): Promise<number>;
}

/** Longer than asking the provider about a callback takes; a worker that died leaves its callback for this long. */
const leaseMs = 30_000;

/** Nobody waits for a mark, so those that gather while one is written are written together: 500 are some 50 kB. */
const markLimits: GroupLimits = { itemsMax: 500, bytesMax: Number.MAX_SAFE_INTEGER, inFlightMax: 1 };

export const createCallbackInbox = (db: Tx): CallbackInbox => {
  const mark = createGroupCommit<HandledMark, true>(markLimits, async (marks) => {
    await db.query(markSql, [JSON.stringify(marks)]);
    return marks.map(() => ({ result: true }));
  });
  return {
    ...createDueRows<Callback>(db, {
      table: 'callback_inbox',
      key: 'callback_id',
      tries: 'tried_count',
      columns: 'r.provider, r.body',
      leaseMs,
    }),
    keep: async ({ provider, body, now, isLeased }) => {
      const [entry] = await db.query<InboxEntry>(keepSql, [provider, body, now, isLeased, leaseMs]);
      if (entry === undefined) throw new Error('The inbox kept nothing.');
      return entry;
    },
    markHandled: async ({ key, leasedUntil }, now) => {
      await mark({ value: { key, leasedUntil, now }, bytes: 0, exclusive: [] });
    },
    forgetBefore: async (time) => (await db.query(forgetSql, [time])).length,
  };
};

type HandledMark = Pick<Lease, 'key' | 'leasedUntil'> & { readonly now: string };

const keepSql = `
  insert into callback_inbox (provider, body, received_at, due_at)
  values ($1, $2, $3, case when $4 then ${leaseEnd('$3', '$5')} else $3 end)
  returning callback_id as key, tried_count as tries, received_at as "dueSince", due_at::text as "leasedUntil",
    provider, body`;

const markSql = `
  update callback_inbox c set due_at = null, handled_at = m."now"
  from jsonb_to_recordset($1::jsonb) as m (key bigint, "leasedUntil" timestamptz, "now" timestamptz)
  where c.callback_id = m.key and c.due_at = m."leasedUntil"`;

/** In portions, so that a long-neglected table is not locked and logged in one piece. */
const forgetSql = `
  delete from callback_inbox where callback_id in (
    select callback_id from callback_inbox where received_at < $1 limit 5000
  ) returning callback_id`;
