import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type Config } from '../config';
import { preparePasswordReset } from '../people/password-resets/prepare';
import { createQueueMail, type QueueMail } from './queue';
import { connectSmtp } from './smtp';
import { startMails } from './worker';

export interface MailParts {
  /** Undefined where no mail goes out. */
  readonly queueMail: QueueMail | undefined;
  readonly onMail: () => void;
}

export const startMail = (parts: ServiceParts<Config>, box: SealedBox): MailParts => {
  const { url, from, consoleUrl } = parts.config.mail;
  if (url === undefined || from === undefined || consoleUrl === undefined)
    return { queueMail: undefined, onMail: () => undefined };
  const server = connectSmtp({ url, from });
  const worker = startMails({
    ...{ ...parts, box, server, prepare: preparePasswordReset(parts) },
    consoleUrl: consoleUrl.replace(/\/$/, ''),
  });
  parts.lifecycle.onStop('mail', async () => {
    await worker.stop();
    server.close();
  });
  return { queueMail: createQueueMail({ ...parts, box }), onMail: () => worker.wake() };
};
