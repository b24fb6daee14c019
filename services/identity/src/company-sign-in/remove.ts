import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { endSessionsOfCompany } from '../people/sessions/table';
import { withoutEvents } from '../store/commit';
import { lockUser } from '../users/table';
import { type CompanyDependencies } from './dependencies';
import { deleteProvider } from './providers-table';

/** DELETE /company-sign-in. Nobody is locked out: everybody has a password, or asks for one by mail. */
export const deleteCompanySignIn = (deps: CompanyDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { userId } = callerOf(request);
        await lockUser(tx, userId);
        await deleteProvider(tx, userId);
        await endSessionsOfCompany(tx, userId, null, toIso(deps.clock.now()));
        return { status: 204 };
      }),
    ),
});
