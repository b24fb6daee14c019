import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows } from '@repasse/chassis/waiting/due-rows';
import { type MailKind } from './mail';

export interface WaitingMail {
  readonly mailId: string;
  readonly kind: MailKind;
  readonly sealed: Buffer;
  readonly createdAt: string;
}

/** Longer than the server of a mail can take. */
const leaseMs = 120_000;

export const waitingMails = (db: Database): DueRows<WaitingMail> =>
  createDueRows<WaitingMail>(db, {
    ...{ table: 'mails', key: 'mail_id', tries: 'tries', leaseMs },
    columns: 'r.mail_id as "mailId", r.kind, r.sealed, r.created_at as "createdAt"',
  });

export const insertMail = async (
  tx: Tx,
  mail: Pick<WaitingMail, 'mailId' | 'kind' | 'sealed' | 'createdAt'>,
): Promise<void> => {
  await tx.query(
    `insert into mails (mail_id, kind, status, sealed, due_at, created_at) values ($1, $2, 'WAITING', $3, $4, $4)`,
    [mail.mailId, mail.kind, mail.sealed, mail.createdAt],
  );
};

/** What it said is forgotten. */
export const endMail = async (db: Tx, mailId: string, status: 'SENT' | 'GIVEN_UP'): Promise<void> => {
  await db.query('update mails set status = $2, sealed = null, due_at = null where mail_id = $1', [mailId, status]);
};
