import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { invalidRequest, problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { writeFact } from '../../audit/write';
import { withoutEvents } from '../../store/commit';
import { type PeopleDependencies } from '../dependencies';
import { faultsOfPassword } from '../passwords/rules';
import { findPerson, lockPerson, setPassword } from '../persons/table';
import { hashOfSecret } from '../secrets';
import { actorFrom } from '../sessions/arrival';
import { endOtherSessions } from '../sessions/table';
import { resetNotFound } from './refusals';
import { endResets, findOpenReset } from './table';

type Body = components['schemas']['CompletePasswordReset'];

/**
 * POST /internal/password-resets/completion. Signs nobody in: who has a second factor still has to prove it, and a mailbox
 * that others read opens nothing with it.
 */
export const completePasswordReset = (deps: PeopleDependencies): Operation<Body> => ({
  handle: async (request) => {
    const { secret, password } = request.body;
    const hash = hashOfSecret('password reset', secret);
    const reset = await findOpenReset(deps.db, hash, toIso(deps.clock.now()));
    const person = reset && (await findPerson(deps.db, reset.personId));
    if (reset === undefined || person === undefined) return resetNotFound();
    const errors = faultsOfPassword('password', password, person.email);
    if (errors.length > 0) return problem(invalidRequest(errors));
    const passwordHash = await deps.passwords.hashOf(password);
    return deps.commit(
      withoutEvents((tx) => complete(deps, tx, request, { hash, personId: person.personId, passwordHash })),
    );
  },
});

interface Chosen {
  readonly hash: Buffer;
  readonly personId: string;
  readonly passwordHash: string;
}

const complete = async (
  deps: PeopleDependencies,
  tx: Tx,
  { body, requestId }: ApiRequest<Body>,
  { hash, personId, passwordHash }: Chosen,
): Promise<ApiResponse> => {
  const person = await lockPerson(tx, personId);
  const now = toIso(deps.clock.now());
  // Under the lock of the person: of two who follow one link at once, one chooses.
  const reset = await findOpenReset(tx, hash, now);
  if (person?.status !== 'ACTIVE' || reset === undefined) return resetNotFound();
  await setPassword(tx, personId, passwordHash, now);
  await endResets(tx, personId, now);
  await endOtherSessions(tx, personId, null, now);
  await writeFact(
    tx,
    deps,
    'PASSWORD_RESET',
    { ...actorFrom(body.arrival, requestId), personId },
    { object: reset.resetId },
  );
  await deps.queueMail?.(tx, { kind: 'PASSWORD_CHANGED', to: person.email, locale: person.locale });
  return { status: 204 };
};
