import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type PeopleDependencies } from '../dependencies';
import { findPerson } from '../persons/table';
import { hashOfSecret } from '../secrets';
import { resetNotFound } from './refusals';
import { findOpenReset } from './table';

/** POST /internal/password-resets/search: for the page behind the link. */
export const findPasswordReset = ({ db, clock }: PeopleDependencies): Operation<{ readonly secret: string }> => ({
  handle: async ({ body: { secret } }) => {
    const reset = await findOpenReset(db, hashOfSecret('password reset', secret), toIso(clock.now()));
    const person = reset && (await findPerson(db, reset.personId));
    if (reset === undefined || person?.status !== 'ACTIVE') return resetNotFound();
    return { status: 200, body: { email: person.email, expiresAt: reset.expiresAt } };
  },
});
