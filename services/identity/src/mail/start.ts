import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type Config } from '../config';
import { preparePasswordReset } from '../people/password-resets/prepare';
import { createQueueMail, type QueueMail } from './queue';
import { connectSmtp } from './smtp';
import { startMails } from './worker';

export interface MailParts {
  /** Undefined where no mail goes out. */
  readonly queueMail: QueueMail | undefined;
  /** After a transaction has committed: looks at once for the mail it may have queued. */
  readonly onCommitted: (tx: Tx) => void;
}

export const startMail = (parts: ServiceParts<Config>, box: SealedBox): MailParts => {
  const { url, from, consoleUrl } = parts.config.mail;
  if (url === undefined || from === undefined || consoleUrl === undefined)
    return { queueMail: undefined, onCommitted: () => undefined };
  const server = connectSmtp({ url, from });
  const worker = startMails({
    ...{ ...parts, box, server, prepare: preparePasswordReset(parts) },
    consoleUrl: consoleUrl.replace(/\/$/, ''),
  });
  parts.lifecycle.onStop('mail', async () => {
    await worker.stop();
    server.close();
  });
  const queuedIn = new WeakSet<Tx>();
  return {
    queueMail: createQueueMail({ ...parts, box, onQueued: (tx) => queuedIn.add(tx) }),
    onCommitted: (tx) => {
      if (queuedIn.has(tx)) worker.wake();
    },
  };
};
