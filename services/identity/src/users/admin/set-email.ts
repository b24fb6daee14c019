import { type AdminCommand, RefusedError } from '@repasse/chassis/admin/command';
import { toIso } from '@repasse/chassis/clock';
import { type Config } from '../../config';
import { unknownEmailOf } from '../../store/rebuild-users';
import { hashOfEmail, normaliseEmail } from '../rules';
import { lockUser, setEmail, type User } from '../table';

/**
 * Gives a user their e-mail and name again, which no event holds. The event has the hash of the e-mail, so another one is
 * refused.
 */
export const setEmailCommand: AdminCommand<Config> = {
  name: 'users set-email',
  summary: 'gives a user who was rebuilt after a restore their e-mail and name again',
  positionals: ['userId', 'email'],
  options: { name: { type: 'string' } },
  changes: true,
  run: async ({ db, clock, isApplied }, args) => {
    const userId = Number(args.positional('userId'));
    const email = normaliseEmail(args.positional('email') ?? '');
    await db.transaction(async (tx) => {
      const user = requireUnknown(await lockUser(tx, userId), email);
      const changed = { ...user, email, name: args.text('name') ?? user.name, updatedAt: toIso(clock.now()) };
      if (isApplied) await setEmail(tx, changed);
    });
    return { summary: isApplied ? `User ${String(userId)} has it.` : `Would give it to user ${String(userId)}.` };
  },
};

const requireUnknown = (user: User | undefined, email: string): User => {
  if (user === undefined) throw new RefusedError('There is no such user.');
  if (user.email !== unknownEmailOf(user.id)) throw new RefusedError('The e-mail of this user is known.');
  if (user.emailHash !== hashOfEmail(email)) throw new RefusedError('The user registered with another e-mail.');
  return user;
};
