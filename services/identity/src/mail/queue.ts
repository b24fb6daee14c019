import { toIso, type Clock } from '@repasse/chassis/clock';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type QueuedMail } from './mail';
import { insertMail } from './table';

/** Keeps a mail in the transaction that is the reason for it; the commit of that transaction wakes who sends it. */
export type QueueMail = (tx: Tx, mail: QueuedMail) => Promise<void>;

/** Binds the box to its row. */
const contextOf = (mailId: string): string => `mail ${mailId}`;

interface Options {
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly onQueued: (tx: Tx) => void;
}

export const createQueueMail =
  ({ box, clock, ids, onQueued }: Options): QueueMail =>
  async (tx, mail) => {
    const mailId = `mail_${ids.ulid()}`;
    const sealed = box.seal(JSON.stringify(mail), contextOf(mailId));
    await insertMail(tx, { mailId, kind: mail.kind, sealed, createdAt: toIso(clock.now()) });
    onQueued(tx);
  };

export const openMail = (
  box: SealedBox,
  { mailId, sealed }: { readonly mailId: string; readonly sealed: Buffer },
): QueuedMail => JSON.parse(box.open(sealed, contextOf(mailId))) as QueuedMail;
