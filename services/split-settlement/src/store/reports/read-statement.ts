import { type Tx } from '@repasse/chassis/postgres/database';
import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { accountIdOf, userAccountKinds, type UserAccountKind } from '../../domain/ledger';
import { openingsOf, type Statement, type StatementEntry, type StatementPeriod } from '../../domain/statement';
import { entryColumns, entryReferences } from '../list-entries';

/** Entries that are read at once and held in memory: some 1 MB of text, and some 20 ms of a connection. */
export const entriesAtOnceMax = 2_000;

export interface StatementOptions extends StatementPeriod {
  /** True when the books get no more entries of the period. */
  readonly isClosed: boolean;
}

/**
 * A user's statement as of now. Its entries are read batch by batch as they are asked for, without a transaction that a slow
 * reader would hold open: entries become visible in the order of their numbers, so those up to the last one there was are
 * the books at one moment.
 */
export const readStatement = async (tx: Tx, { isClosed, ...period }: StatementOptions): Promise<Statement> => {
  const begun = await readBeginning(tx, period);
  const held = begun.map(({ kind, openingMinor }) => [kind, openingMinor ?? 0] as const);
  // An entry added to a closed day must not hide behind the number of the day's last entry.
  const lastId = isClosed ? Number.MAX_SAFE_INTEGER : Math.max(...begun.map(({ lastEntryId }) => lastEntryId ?? 0));
  return {
    ...period,
    openings: openingsOf(new Map(held)),
    entries: (account) => readEntries(tx, period, account === undefined ? userAccountKinds : [account], lastId),
  };
};

interface Beginning {
  readonly kind: UserAccountKind;
  /** Null before the first entry of the account. */
  readonly openingMinor: number | null;
  readonly lastEntryId: number | null;
}

/** The balance of each account when the period began, and its last entry up to now. */
const readBeginning = (tx: Tx, { userId, currency, from, to }: StatementPeriod): Promise<Beginning[]> =>
  tx.query<Beginning>(
    `select split_part(a.account_id, ':', 1) as kind,
            (select p.balance_after_minor from postings p
             where p.account_id = a.account_id and p.booked_at < $2 and p.currency = $4
             order by p.booked_at desc, p.entry_id desc limit 1) as "openingMinor",
            (select p.entry_id from postings p
             where p.account_id = a.account_id and p.booked_at < $3
             order by p.booked_at desc, p.entry_id desc limit 1) as "lastEntryId"
     from unnest($1::text[]) as a(account_id)`,
    [userAccountKinds.map((kind) => accountIdOf({ kind, userId })), startOfDay(from), endOfDay(to), currency],
  );

async function* readEntries(
  tx: Tx,
  { userId, currency, from, to }: StatementPeriod,
  accounts: readonly UserAccountKind[],
  lastId: number,
): AsyncGenerator<readonly StatementEntry[]> {
  const accountIds = accounts.map((kind) => accountIdOf({ kind, userId }));
  let after = { bookedAt: startOfDay(from), entryId: 0 };
  for (;;) {
    const entries = await tx.query<StatementEntry>(nextEntries, [
      ...[accountIds, currency, after.bookedAt, after.entryId, endOfDay(to), lastId, entriesAtOnceMax],
    ]);
    if (entries.length > 0) yield entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < entriesAtOnceMax) return;
    after = last;
  }
}

// The next of each account, and the next of these: each account is read from the index as far as the batch reaches.
const nextEntries = `
  select ${entryColumns}
  from (
    select p.* from unnest($1::text[]) as a(account_id) cross join lateral (
      select * from postings p
      where p.account_id = a.account_id and p.currency = $2
        and (p.booked_at, p.entry_id) > ($3::timestamptz, $4::bigint) and p.booked_at < $5 and p.entry_id <= $6
      order by p.booked_at, p.entry_id limit $7
    ) p
    order by p.booked_at, p.entry_id limit $7
  ) p join ledger_transactions t using (transaction_id) ${entryReferences}
  order by p.booked_at, p.entry_id`;
