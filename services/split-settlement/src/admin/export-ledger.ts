import { exportCommand } from '@repasse/chassis/admin/export/export-command';
import { extentIn, type Exported, type NumberedRow } from '@repasse/chassis/admin/export/exported';

/** Every entry that was booked on a day, as the reports have it. Entries are numbered in the order of their dates. */
export const ledger: Exported = {
  name: 'ledger',
  columns: [
    { name: 'entry_id', type: 'integer' },
    { name: 'transaction_id', type: 'text' },
    { name: 'line', type: 'integer' },
    { name: 'transaction_kind', type: 'text' },
    { name: 'kind', type: 'text' },
    { name: 'account_id', type: 'text' },
    { name: 'account_kind', type: 'text' },
    { name: 'user_id', type: 'integer', isNullable: true },
    { name: 'direction', type: 'text' },
    { name: 'amount_minor', type: 'integer' },
    { name: 'balance_after_minor', type: 'integer' },
    { name: 'currency', type: 'text' },
    { name: 'charge_id', type: 'text', isNullable: true },
    { name: 'settlement_id', type: 'text', isNullable: true },
    { name: 'event_id', type: 'text', isNullable: true },
    { name: 'occurred_at', type: 'time' },
    { name: 'booked_at', type: 'time' },
  ],
  extentOf: extentIn({ table: 'postings', number: 'entry_id', time: 'booked_at' }),
  readAfter: (db, { from, until }, after, limit) =>
    db.query<NumberedRow>(
      `select p.entry_id as number, p.entry_id, p.transaction_id, p.line, t.kind as transaction_kind, p.kind,
         p.account_id, a.kind as account_kind, a.user_id, p.direction, p.amount_minor, p.balance_after_minor, p.currency,
         t.charge_id, t.settlement_id, t.event_id, t.occurred_at, p.booked_at
       from postings p
       join ledger_transactions t on t.transaction_id = p.transaction_id
       join accounts a on a.account_id = p.account_id
       where p.booked_at >= $1 and p.booked_at < $2 and p.entry_id > $3
       order by p.entry_id limit $4`,
      [from, until, after, limit],
    ),
  check: async (db, { name, from, until }) => {
    const [row] = await db.query<{ debits: string; credits: string }>(
      `select coalesce(sum(amount_minor) filter (where direction = 'debit'), 0)::text as debits,
         coalesce(sum(amount_minor) filter (where direction = 'credit'), 0)::text as credits
       from postings where booked_at >= $1 and booked_at < $2`,
      [from, until],
    );
    const { debits, credits } = row ?? { debits: '0', credits: '0' };
    if (debits !== credits)
      throw new Error(`The books of ${name} do not balance: ${debits} debited, ${credits} credited.`);
    return { debitsMinor: debits, creditsMinor: credits };
  },
};

export const exportLedger = exportCommand(ledger);
