import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { findRoleAt } from '../people/members/table';
import { personIn } from '../people/persons/caller';
import { withoutEvents } from '../store/commit';
import { type ViewDependencies } from './dependencies';
import { notYours } from './refusals';
import { canDelete, canSee, seesAccount } from './rules';
import { deleteView as erase, findView } from './table';

/** DELETE /views/{viewId}: of one that the caller does not see, nothing is said and nothing is done. */
export const deleteView = (deps: ViewDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { userId, personId } = personIn(request);
        const view = await findView(tx, userId, request.params['viewId'] ?? '');
        if (view === undefined || !seesAccount(callerOf(request)) || !canSee(view, personId)) return { status: 204 };
        if (!canDelete(view, personId, await findRoleAt(tx, userId, personId))) return notYours();
        await erase(tx, view.viewId);
        return { status: 204 };
      }),
    ),
});
