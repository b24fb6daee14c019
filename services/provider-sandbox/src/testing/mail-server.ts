import { type Clock, systemClock } from '@repasse/chassis/clock';
import { createLogger } from '@repasse/chassis/log/logger';
import { startMailServer } from '../mailbox/mail-server';
import { type KeptMail } from '../store/mailbox-table';

/** The sandbox's mail server with its mailbox in memory: for the specs of who sends mail. */
export interface TestMailServer {
  readonly url: string;
  /** Newest first. */
  mailsTo(address: string): readonly KeptMail[];
  /** On the same port again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const startTestMailServer = async (clock: Clock = systemClock): Promise<TestMailServer> => {
  const mails: KeptMail[] = [];
  const log = createLogger({ service: 'provider-sandbox', level: 'silent' });
  const mailbox = {
    keep: async (mail: Omit<KeptMail, 'id'>) => {
      mails.unshift({ ...mail, to: mail.to.toLowerCase(), id: mails.length + 1 });
    },
    list: () => Promise.resolve(mails),
    clear: async () => {
      mails.length = 0;
    },
  };
  const start = (port: number) => startMailServer({ mailbox, clock, log, host: '127.0.0.1', port });
  let server = await start(0);
  const { port } = server;
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    mailsTo: (address) => mails.filter(({ to }) => to === address),
    restart: async () => {
      server = await start(port);
    },
    stop: () => server.stop(),
  };
};
