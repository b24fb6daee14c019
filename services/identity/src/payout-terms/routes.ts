import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation, type Operations } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Commit } from '../store/commit';
import { userIdOf, userNotFound } from '../users/routes';
import { findUser, lockUser } from '../users/table';
import { removeOthers } from './remove-others';
import { addTerms, findTerms } from './table';

interface Dependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
}

interface Body {
  readonly mayPayOthers: boolean;
}

export const payoutTermsOperations = (deps: Dependencies): Operations => ({
  getPayoutTerms: get(deps),
  putPayoutTerms: put(deps),
});

const get = ({ db }: Dependencies): Operation<undefined> => ({
  handle: async ({ params }) => {
    const user = await findUser(db, userIdOf(params));
    return user === undefined ? userNotFound() : { status: 200, body: await findTerms(db, user.id) };
  },
});

/** The merchant is locked, so that of two administrators one comes after the other. */
const put = ({ commit, clock }: Dependencies): Operation<Body> => ({
  handle: (request) =>
    commit<ApiResponse>(async (tx) => {
      const user = await lockUser(tx, userIdOf(request.params));
      if (user === undefined) return { result: userNotFound(), events: [] };
      const { mayPayOthers } = request.body;
      const now = toIso(clock.now());
      const before = await findTerms(tx, user.id);
      const isSaid = before.setAt !== null && before.mayPayOthers === mayPayOthers;
      const terms = isSaid ? before : await addTerms(tx, user.id, mayPayOthers, callerOf(request), now);
      return { result: { status: 200, body: terms }, events: mayPayOthers ? [] : await removeOthers(tx, user.id, now) };
    }),
});
