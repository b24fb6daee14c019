import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { type Principal } from '@repasse/chassis/auth/principal';
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

const inviting = (deps: PeopleDependencies, request: ApiRequest<Body>, userId: number): Promise<ApiResponse> => {
  const { email, role } = request.body;
  return deps.commit.answering(
    request,
    withoutEvents(async (tx) => {
      const made = await invite(deps, tx, request, { userId, email: normaliseEmail(email), role });
      if ('refusal' in made) return made.refusal;
      return { status: 201, headers: noStore, body: { ...invitationView(made.invitation), secret: made.secret } };
    }),
  );
};

export interface Wanted {
  readonly userId: number;
  /** In lower case. */
  readonly email: string;
  readonly role: string;
}

type Made = { readonly invitation: Invitation; readonly secret: string } | { readonly refusal: ApiResponse };

/** In a transaction; a mail goes where mail goes out. */
export const invite = async (deps: PeopleDependencies, tx: Tx, request: ApiRequest, wanted: Wanted): Promise<Made> => {
  const { userId, email, role } = wanted;
  const now = deps.clock.now();
  const open = await openInvitations(tx, callerOf(request), wanted, toIso(now));
  if ('refusal' in open) return open;
  for (const earlier of open.toThem) await endInvitation(tx, earlier.invitationId, toIso(now));

  const secret = newSecret();
  const invitation: Invitation = {
    ...{ invitationId: `inv_${deps.ids.ulid()}`, userId, email, role },
    ...{ createdAt: toIso(now), createdBy: actorOf(callerOf(request)), expiresAt: expiryOf(now) },
  };
  await insertInvitation(tx, invitation, hashOfSecret('invitation', secret));
  const by = { ...actorIn(request), userId };
  await writeFact(tx, deps, 'INVITATION_MADE', by, { object: invitation.invitationId, after: { email, role } });
  await deps.queueMail?.(tx, { kind: 'INVITATION', to: email, userName: open.userName, role, secret });
  return { invitation, secret };
};

type Open = { readonly userName: string; readonly toThem: readonly Invitation[] } | { readonly refusal: ApiResponse };

/** Those for the same address, which end; or why there can be none. */
const openInvitations = async (
  tx: Tx,
  caller: Principal,
  { userId, email, role }: Wanted,
  now: string,
): Promise<Open> => {
  const user = await lockUser(tx, userId);
  if (user === undefined) return { refusal: userNotFound() };
  if (user.status === 'SUSPENDED') return { refusal: suspended() };
  if (!isRoleFor(role, user.profiles) || !mayGive(role, caller.profile)) return { refusal: roleNotAllowed() };
  const members = await listMembers(tx, userId);
  if (members.some((member) => member.email === email)) return { refusal: isMember() };
  const open = await listOpenInvitations(tx, userId, now);
  const toThem = open.filter((invitation) => invitation.email === email);
  if (members.length + open.length - toThem.length >= membersMax) return { refusal: tooManyMembers() };
  return { userName: user.name, toThem };
};

const suspended = (): ApiResponse =>
  problem({ status: 409, code: 'user.suspended', detail: 'Nobody is invited to a suspended user.' });
