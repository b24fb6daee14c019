import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { actorIn } from '../../audit/write';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from '../persons/caller';
import { findPerson } from '../persons/table';
import { readPersonView } from '../persons/view';
import { hashOfSecret } from '../secrets';
import { join } from './join';
import { invitationNotFound } from './refusals';
import { findOpenInvitation } from './table';
import { withoutEvents } from '../../store/commit';

interface Body {
  readonly secret: string;
}

/** POST /person/memberships: by who signs in already, with the address that was invited. */
export const acceptInvitation = (deps: PeopleDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit.answering(
      request,
      withoutEvents((tx) => accept(deps, tx, request)),
    ),
});

const accept = async (deps: PeopleDependencies, tx: Tx, request: ApiRequest<Body>): Promise<ApiResponse> => {
  const now = toIso(deps.clock.now());
  const { personId, sessionId } = personIn(request);
  const person = await findPerson(tx, personId);
  const invitation = await findOpenInvitation(tx, hashOfSecret('invitation', request.body.secret), now);
  if (person === undefined || invitation?.email !== person.email) return invitationNotFound();
  const hasJoined = await join(tx, deps, { invitation, personId, now, by: actorIn(request) });
  return hasJoined ? { status: 200, body: await readPersonView(tx, person, sessionId) } : invitationNotFound();
};
