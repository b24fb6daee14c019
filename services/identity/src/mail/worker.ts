import { toIso } from '@repasse/chassis/clock';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { backoffMs } from '@repasse/chassis/waiting/backoff';
import { type Lease } from '@repasse/chassis/waiting/due-rows';
import { startDueWork, type DueWork } from '@repasse/chassis/waiting/due-work';
import { mailKinds, type Mail, type QueuedMail } from './mail';
import { openMail } from './queue';
import { type MailServer } from './smtp';
import { endMail, waitingMails, type WaitingMail } from './table';
import { letterOf } from './texts';

interface Options extends Pick<ServiceParts, 'db' | 'clock' | 'log' | 'metrics'> {
  readonly box: SealedBox;
  readonly server: MailServer;
  readonly consoleUrl: string;
  /** Adds what is made at the last moment. Undefined when there is nobody to write to. */
  readonly prepare: (mail: QueuedMail) => Promise<Mail | undefined>;
}

type Claimed = WaitingMail & Lease;

const outcomes = ['sent', 'nobody', 'refused', 'unavailable', 'given_up'] as const;
type Outcome = (typeof outcomes)[number];

const atOnceMax = 4;
const retry = { firstMs: 5_000, maxMs: 1_800_000 };

/** Links in mails have ended by then, or are asked for again. */
const giveUpAfterMs = 24 * 3_600_000;

/** Sends what waits. A server that takes a letter and then breaks gets it twice: a mail too many is better than none. */
export const startMails = (o: Options): DueWork<Claimed> => {
  const mails = o.metrics.counter('repasse_identity_mails_total', 'Mails to people, by what became of a try.', [
    'kind',
    'outcome',
  ]);
  bornAtZero(mails, { kind: mailKinds, outcome: outcomes });
  const rows = waitingMails(o.db);
  return startDueWork<Claimed>({
    ...{ name: 'mails', clock: o.clock, log: o.log, atOnceMax },
    claim: (wanted) => rows.claim(wanted),
    work: async (mail) => {
      const { mailId, kind } = mail;
      const outcome = await trySending(o, mail);
      mails.inc({ kind, outcome });
      if (outcome !== 'unavailable') {
        await endMail(o.db, mailId, outcome === 'sent' ? 'SENT' : 'GIVEN_UP');
        return null;
      }
      const dueAt = toIso(new Date(o.clock.now().getTime() + backoffMs(mail.tries, retry)));
      return (await rows.putOff(mail, dueAt)) ? dueAt : null;
    },
  });
};

const trySending = async (o: Options, waiting: Claimed): Promise<Outcome> => {
  const { mailId, kind } = waiting;
  const mail = await o.prepare(openMail(o.box, waiting));
  if (mail === undefined) return 'nobody';
  const result = await o.server.send(letterOf(mail, o.consoleUrl));
  if (result.outcome === 'sent') return 'sent';
  const outcome = result.outcome === 'unavailable' && isTooOld(o, waiting) ? 'given_up' : result.outcome;
  o.log.warn({ mailId, kind, outcome, detail: result.detail }, 'mail not sent');
  return outcome;
};

const isTooOld = ({ clock }: Options, { createdAt }: Claimed): boolean =>
  clock.now().getTime() - Date.parse(createdAt) > giveUpAfterMs;
