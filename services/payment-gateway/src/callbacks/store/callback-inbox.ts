import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { lazyCommit } from '@repasse/chassis/postgres/lazy-commit';
import { createDueRows, type DueRows, type Lease, leaseEnd } from '@repasse/chassis/waiting/due-rows';
import { createWriteBehind } from '../../store/write-behind';

interface Callback {
  readonly provider: string;
  /** As it was posted. */
  readonly body: string;
}

export interface PostedCallback extends Callback {
  /** True when it need not wait for the disk: the reconciler finds its facts without it. */
  readonly isLazy: boolean;
}

export type InboxEntry = Callback & Lease;

export interface CallbackInbox extends DueRows<Callback> {
  /** Keeps a callback before anything is made of it. The caller holds it when it is leased, else it is due at once. */
  keep(o: PostedCallback & { now: string; isLeased: boolean }): Promise<InboxEntry>;
  /**
   * Written a moment later, so a crash may lose the mark and the entry is handled again. Has no effect when the claim
   * was lost: the process that holds the entry by then writes its outcome.
   */
  markHandled(entry: InboxEntry, now: string): void;
  /** Writes the marks that are still in memory. */
  stop(): Promise<void>;
}

/** Longer than asking the provider about a callback takes; a worker that died leaves its callback for this long. */
const leaseMs = 30_000;

/** Marks are not urgent, so those of a quarter of a second are written together: 500 are some 50 kB. */
const markLimits = { flushAfterMs: 250, batchMax: 500, waitingMax: 10_000 };

export const createCallbackInbox = ({ db, log }: { db: Database; log: Logger }): CallbackInbox => {
  const write = (marks: readonly HandledMark[]): Promise<unknown> => db.query(markSql, [JSON.stringify(marks)]);
  const marks = createWriteBehind({ name: 'marks of handled callbacks', write, ...markLimits, log });
  return {
    ...createDueRows<Callback>(db, {
      table: 'callback_inbox',
      key: 'callback_id',
      tries: 'tried_count',
      columns: 'r.provider, r.body',
      leaseMs,
    }),
    keep: async ({ provider, body, isLazy, now, isLeased }) => {
      const sql = isLazy ? keepLazilySql : keepSql;
      const [entry] = await db.query<InboxEntry>(sql, [provider, body, now, isLeased, leaseMs]);
      if (entry === undefined) throw new Error('The inbox kept nothing.');
      return entry;
    },
    markHandled: ({ key, leasedUntil }, now) => {
      // A mark that finds no room is dropped: its entry is handled again when the lease ends.
      marks.add({ key, leasedUntil, now });
    },
    stop: () => marks.stop(),
  };
};

type HandledMark = Pick<Lease, 'key' | 'leasedUntil'> & { readonly now: string };

const keepFrom = (from: string): string => `
  insert into callback_inbox (provider, body, received_at, due_at)
  select $1, $2, $3::timestamptz, case when $4 then ${leaseEnd('$3', '$5')} else $3 end ${from}
  returning callback_id as key, tried_count as tries, received_at as "dueSince", due_at::text as "leasedUntil",
    provider, body`;

const keepSql = keepFrom('');
const keepLazilySql = keepFrom(`from (select ${lazyCommit}) as lazily`);

const markSql = `
  update callback_inbox c set due_at = null, handled_at = m."now"
  from (select ${lazyCommit}) as lazily, json_to_recordset($1) as m (key bigint, "leasedUntil" timestamptz, "now" timestamptz)
  where c.callback_id = m.key and c.due_at = m."leasedUntil"`;
