import { type Database } from '@repasse/chassis/postgres/database';

export interface KeptMail {
  readonly id: number;
  readonly receivedAt: string;
  readonly from: string;
  /** In lower case. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailboxTable {
  keep(mail: Omit<KeptMail, 'id'>): Promise<void>;
  /** Newest first; of everybody where no address is given. */
  list(to: string | undefined, limit: number): Promise<readonly KeptMail[]>;
  clear(): Promise<void>;
}

/** A mailbox that is never emptied must not fill the disk. */
const mailsMax = 1_000;

export const createMailboxTable = (db: Database): MailboxTable => ({
  keep: async ({ receivedAt, from, to, subject, text }) => {
    await db.query('insert into mailbox (received_at, sender, recipient, subject, body) values ($1, $2, $3, $4, $5)', [
      ...[receivedAt, from, to.toLowerCase(), subject, text],
    ]);
    await db.query('delete from mailbox where id <= (select id from mailbox order by id desc offset $1 limit 1)', [
      mailsMax,
    ]);
  },
  list: (to, limit) =>
    db.query<KeptMail>(
      `select id, received_at as "receivedAt", sender as from, recipient as to, subject, body as text
       from mailbox where $1::text is null or recipient = $1 order by id desc limit $2`,
      [to?.toLowerCase() ?? null, limit],
    ),
  clear: async () => {
    await db.query('delete from mailbox');
  },
});
