import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../../api-keys/view';
import { actorIn, writeFact } from '../../audit/write';
import { userIdOf, userNotFound } from '../../users/routes';
import { normaliseEmail } from '../../users/rules';
import { lockUser } from '../../users/table';
import { type PeopleDependencies } from '../dependencies';
import { isMember, roleNotAllowed, tooManyMembers } from '../members/refusals';
import { isRoleFor, mayGive, membersMax } from '../members/rules';
import { listMembers } from '../members/table';
import { newSecret } from '../../new-secret';
import { hashOfSecret } from '../secrets';
import { expiryOf } from './rules';
import { endInvitation, insertInvitation, listOpenInvitations, type Invitation } from './table';
import { invitationView } from './view';
import { withoutEvents } from '../../store/commit';

type Body = components['schemas']['InviteMember'];

/** POST /invitations. */
export const inviteMember = (deps: PeopleDependencies): Operation<Body> => ({
  handle: (request) => inviting(deps, request, callerOf(request).userId),
});

/** POST /users/{userId}/invitations. */
export const inviteMemberOfUser = (deps: PeopleDependencies): Operation<Body> => ({
  handle: (request) => inviting(deps, request, userIdOf(request.params)),
});

const inviting = async (deps: PeopleDependencies, request: ApiRequest<Body>, userId: number): Promise<ApiResponse> => {
  const answer = await deps.commit.answering(
    request,
    withoutEvents((tx) => invite(deps, tx, request, userId)),
  );
  deps.onMail();
  return answer;
};

const invite = async (
  deps: PeopleDependencies,
  tx: Tx,
  request: ApiRequest<Body>,
  userId: number,
): Promise<ApiResponse> => {
  const now = deps.clock.now();
  const email = normaliseEmail(request.body.email);
  const open = await openInvitations(tx, request, { userId, email, now: toIso(now) });
  if ('refusal' in open) return open.refusal;
  for (const earlier of open.toThem) await endInvitation(tx, earlier.invitationId, toIso(now));

  const secret = newSecret();
  const invitation: Invitation = {
    ...{ invitationId: `inv_${deps.ids.ulid()}`, userId, email, role: request.body.role },
    ...{ createdAt: toIso(now), createdBy: actorOf(callerOf(request)), expiresAt: expiryOf(now) },
  };
  await insertInvitation(tx, invitation, hashOfSecret('invitation', secret));
  const by = { ...actorIn(request), userId };
  const after = { email, role: invitation.role };
  await writeFact(tx, deps, 'INVITATION_MADE', by, { object: invitation.invitationId, after });
  const { role } = invitation;
  await deps.queueMail?.(tx, { kind: 'INVITATION', to: email, userName: open.userName, role, secret });
  return { status: 201, headers: noStore, body: { ...invitationView(invitation), secret } };
};

interface Asked {
  readonly userId: number;
  readonly email: string;
  readonly now: string;
}

/** Those for the same address, which end; or why there can be none. */
const openInvitations = async (
  tx: Tx,
  request: ApiRequest<Body>,
  { userId, email, now }: Asked,
): Promise<
  { readonly userName: string; readonly toThem: readonly Invitation[] } | { readonly refusal: ApiResponse }
> => {
  const { role } = request.body;
  const user = await lockUser(tx, userId);
  if (user === undefined) return { refusal: userNotFound() };
  if (user.status === 'SUSPENDED') return { refusal: suspended() };
  if (!isRoleFor(role, user.profiles) || !mayGive(role, callerOf(request).profile))
    return { refusal: roleNotAllowed() };
  const members = await listMembers(tx, userId);
  if (members.some((member) => member.email === email)) return { refusal: isMember() };
  const open = await listOpenInvitations(tx, userId, now);
  const toThem = open.filter((invitation) => invitation.email === email);
  if (members.length + open.length - toThem.length >= membersMax) return { refusal: tooManyMembers() };
  return { userName: user.name, toThem };
};

const suspended = (): ApiResponse =>
  problem({ status: 409, code: 'user.suspended', detail: 'Nobody is invited to a suspended user.' });
