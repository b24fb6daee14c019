import { type Operation } from '@repasse/chassis/http/app';
import { findRoleAt } from '../people/members/table';
import { personIn } from '../people/persons/caller';
import { type ViewDependencies } from './dependencies';
import { listVisibleViews } from './table';
import { viewOf } from './view';

/** GET /views. */
export const listViews = ({ db }: ViewDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const { userId, personId } = personIn(request);
    const role = await findRoleAt(db, userId, personId);
    const views = await listVisibleViews(db, userId, personId);
    return { status: 200, body: { data: views.map((view) => viewOf(view, personId, role)) } };
  },
});
