import { type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { withoutEvents } from '../../store/commit';
import { hashOfEmail, normaliseEmail } from '../../users/rules';
import { type PeopleDependencies } from '../dependencies';
import { callerIn } from '../sessions/arrival';
import { noMail } from './refusals';

/**
 * POST /internal/password-resets. The same work and the same answer whether anybody has the address or not: the person
 * is looked up when the mail is made. Each request counts as a guess.
 */
export const requestPasswordReset = (
  deps: PeopleDependencies,
): Operation<components['schemas']['RequestPasswordReset']> => ({
  handle: async ({ body: { email, arrival } }) => {
    const { queueMail, wrongSecrets } = deps;
    if (queueMail === undefined) return noMail();
    const [who, from] = [hashOfEmail(email), callerIn(arrival)];
    await wrongSecrets.refuseIfTooMany(who, from);
    await wrongSecrets.count(who, from);
    await deps.commit(withoutEvents((tx) => queueMail(tx, { kind: 'PASSWORD_RESET', to: normaliseEmail(email) })));
    return { status: 204 };
  },
});
