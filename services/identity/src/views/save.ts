import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { findRoleAt } from '../people/members/table';
import { personIn } from '../people/persons/caller';
import { membershipNotFound } from '../people/sessions/refusals';
import { withoutEvents } from '../store/commit';
import { lockUser } from '../users/table';
import { type ViewDependencies } from './dependencies';
import { tooManyOwn, tooManyShared } from './refusals';
import { ownViewsMax, seesAccount, sharedViewsMax } from './rules';
import { countOtherViews, findView, putView } from './table';
import { viewOf } from './view';

type Body = components['schemas']['SaveView'];

/** POST /views: one of the same name and screen is replaced. */
export const saveView = (deps: ViewDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit.answering(
      request,
      withoutEvents((tx) => save(deps, tx, request)),
    ),
});

/** Under the lock of the user: two at once do not pass a limit, and nobody is removed meanwhile. */
const save = async ({ clock, ids }: ViewDependencies, tx: Tx, request: ApiRequest<Body>): Promise<ApiResponse> => {
  const { screen, name, filters, isShared = false } = request.body;
  const { userId, personId } = personIn(request);
  await lockUser(tx, userId);
  const role = await findRoleAt(tx, userId, personId);
  if (role === undefined || !seesAccount(callerOf(request))) return membershipNotFound();
  const others = await countOtherViews(tx, { userId, personId, screen, name });
  if (others.own >= ownViewsMax) return tooManyOwn();
  if (isShared && others.shared >= sharedViewsMax) return tooManyShared();
  const view = { viewId: `viw_${ids.ulid()}`, userId, personId, screen, name, filters, isShared };
  const viewId = await putView(tx, { ...view, updatedAt: toIso(clock.now()) });
  const saved = await findView(tx, userId, viewId);
  if (saved === undefined) throw new Error('A view that was saved is not there.');
  return { status: 201, body: viewOf(saved, personId, role) };
};
