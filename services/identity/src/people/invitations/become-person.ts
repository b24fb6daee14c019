import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { invalidRequest, problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type PeopleDependencies } from '../dependencies';
import { faultsOfPassword } from '../passwords/rules';
import { findPersonByEmail, insertPerson, type Person } from '../persons/table';
import { hashOfSecret } from '../secrets';
import { actorFrom } from '../sessions/arrival';
import { startSession } from '../sessions/start';
import { startedView } from '../sessions/view';
import { join } from './join';
import { invitationNotFound, personExists } from './refusals';
import { findOpenInvitation, type Invitation } from './table';
import { withoutEvents } from '../../store/commit';

type Body = components['schemas']['BecomePerson'];

/** POST /internal/invitations/acceptance: a person comes to be by an invitation, and in no other way. */
export const becomePerson = (deps: PeopleDependencies): Operation<Body> => ({
  handle: async (request) => {
    const { secret, password } = request.body;
    const now = toIso(deps.clock.now());
    const invitation = await findOpenInvitation(deps.db, hashOfSecret('invitation', secret), now);
    if (invitation === undefined) return invitationNotFound();
    if ((await findPersonByEmail(deps.db, invitation.email)) !== undefined) return personExists();
    const errors = faultsOfPassword('password', password, invitation.email);
    if (errors.length > 0) return problem(invalidRequest(errors));
    // Before the transaction: it takes longer than all of its statements.
    const passwordHash = await deps.passwords.hashOf(password);
    try {
      return await deps.commit<ApiResponse>(
        withoutEvents((tx) => become(deps, tx, request, { invitation, passwordHash, now })),
      );
    } catch (fault) {
      if (fault instanceof InvitationEnded) return invitationNotFound();
      throw fault;
    }
  },
});

/** Ended between its reading and its end: the person that was made for it must not stay. */
class InvitationEnded extends Error {}

interface Made {
  readonly invitation: Invitation;
  readonly passwordHash: string;
  readonly now: string;
}

const become = async (
  deps: PeopleDependencies,
  tx: Tx,
  { body, requestId }: ApiRequest<Body>,
  { invitation, passwordHash, now }: Made,
): Promise<ApiResponse> => {
  const { name, locale, arrival } = body;
  const person: Person = {
    ...{ personId: `per_${deps.ids.ulid()}`, email: invitation.email, name, locale },
    ...{ status: 'ACTIVE', passwordHash, createdAt: now },
  };
  if (!(await insertPerson(tx, person))) return personExists();
  const { personId } = person;
  const by = { ...actorFrom(arrival, requestId), personId };
  if (!(await join(tx, deps, { invitation, personId, now, by }))) throw new InvitationEnded();
  const started = await startSession(tx, deps, { personId, isPending: false, arrival });
  return startedView(201, started, deps.sessionLimits);
};
