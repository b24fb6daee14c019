import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type MailboxTable } from '../store/mailbox-table';

/** Far more than a text of ours. */
const bytesMax = 262_144;
/** No mailbox: a mail to it is refused for good, as to one that does not exist. */
const refusedDomain = '@refused.example';

interface Options {
  readonly mailbox: MailboxTable;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: string;
  /** 0 for any. */
  readonly port: number;
}

export interface MailServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** An SMTP server (RFC 5321) that takes mail to anybody and delivers it to the mailbox; without TLS and names, as it stands in nobody's way. */
export const startMailServer = async ({ mailbox, clock, log, host, port }: Options): Promise<MailServer> => {
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], size: bytesMax, logger: false },
    // Stopping waits for what is being sent, and not for connections that are kept open.
    closeTimeout: 1_000,
    onRcptTo: ({ address }, _session, answer) => {
      answer(address.toLowerCase().endsWith(refusedDomain) ? refusal() : null);
    },
    onData: (stream, { envelope }, answer) => {
      buffer(stream)
        .then((message) => PostalMime.parse(message))
        .then(async ({ from, subject, text }) => {
          for (const { address } of envelope.rcptTo)
            await mailbox.keep({
              ...{ receivedAt: toIso(clock.now()), from: from?.address ?? '', to: address },
              ...{ subject: subject ?? '', text: text ?? '' },
            });
          answer(null);
        })
        .catch((fault: unknown) => {
          log.error({ err: fault }, 'mail not kept');
          answer(new Error('The mail was not kept.'));
        });
    },
  });
  server.on('error', (fault) => log.warn({ err: fault }, 'mail connection failed'));
  const listening = server.listen(port, host);
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

const refusal = (): Error => Object.assign(new Error('No such mailbox here.'), { responseCode: 550 });
