import { toIso } from '@repasse/chassis/clock';
import { writeFact } from '../../audit/write';
import { type Mail, type QueuedMail } from '../../mail/mail';
import { type PeopleDependencies } from '../dependencies';
import { findPersonByEmail, lockPerson } from '../persons/table';
import { makeReset } from './make';
import { mailsPerPerson } from './rules';
import { countResetsSince } from './table';

/** Makes the link of a mail about a forgotten password. Undefined: nobody has the address, or they got enough of them. */
export const preparePasswordReset =
  (deps: Pick<PeopleDependencies, 'db' | 'clock' | 'ids'>) =>
  async (mail: QueuedMail): Promise<Mail | undefined> => {
    if (mail.kind !== 'PASSWORD_RESET') return mail;
    const known = await findPersonByEmail(deps.db, mail.to);
    if (known === undefined) return undefined;
    return deps.db.transaction(async (tx) => {
      const person = await lockPerson(tx, known.personId);
      const since = toIso(new Date(deps.clock.now().getTime() - mailsPerPerson.withinMs));
      if (person?.status !== 'ACTIVE') return undefined;
      if ((await countResetsSince(tx, person.personId, since)) >= mailsPerPerson.count) return undefined;
      const { secret, resetId } = await makeReset(tx, deps, person.personId);
      await writeFact(tx, deps, 'PASSWORD_RESET_MADE', { personId: person.personId }, { object: resetId });
      return { ...mail, locale: person.locale, secret };
    });
  };
