import { callerOf } from '@repasse/chassis/auth/caller';
import { type Operation } from '@repasse/chassis/http/app';
import { userIdOf, userNotFound } from '../../users/routes';
import { findUser } from '../../users/table';
import { type PeopleDependencies } from '../dependencies';
import { listMembers as readMembers } from './table';

/** GET /members. */
export const listMembers = ({ db }: PeopleDependencies): Operation<undefined> => ({
  handle: async (request) => ({ status: 200, body: { data: await readMembers(db, callerOf(request).userId) } }),
});

/** GET /users/{userId}/members. */
export const listMembersOfUser = ({ db }: PeopleDependencies): Operation<undefined> => ({
  handle: async ({ params }) => {
    const userId = userIdOf(params);
    if ((await findUser(db, userId)) === undefined) return userNotFound();
    return { status: 200, body: { data: await readMembers(db, userId) } };
  },
});
