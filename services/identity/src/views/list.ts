import { callerOf } from '@repasse/chassis/auth/caller';
import { type Operation } from '@repasse/chassis/http/app';
import { findRoleAt } from '../people/members/table';
import { personIn } from '../people/persons/caller';
import { type ViewDependencies } from './dependencies';
import { seesAccount } from './rules';
import { listVisibleViews } from './table';
import { viewOf } from './view';

/** GET /views. */
export const listViews = ({ db }: ViewDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const { userId, personId } = personIn(request);
    if (!seesAccount(callerOf(request))) return { status: 200, body: { data: [] } };
    const role = await findRoleAt(db, userId, personId);
    const views = await listVisibleViews(db, userId, personId);
    return { status: 200, body: { data: views.map((view) => viewOf(view, personId, role)) } };
  },
});
