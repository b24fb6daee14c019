import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { userIdOf, userNotFound } from '../users/routes';
import { lockUser } from '../users/table';
import { codeIn, codeMissing, faultsOfCode } from './code-header';
import { type SecondFactorDependencies } from './dependencies';
import { type Proof, type ProveCode } from './prove';
import { type SecondFactor } from './rules';
import { deleteSecondFactor, lockSecondFactor } from './table';
import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { withoutEvents } from '../store/commit';

/** DELETE /second-factor. One that was never confirmed goes without a code: it protects nothing yet. */
export const removeOwn = ({ commit, prove, log }: SecondFactorDependencies): Operation<undefined> => ({
  check: faultsOfCode,
  handle: (request) =>
    commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const userId = callerOf(request).userId;
        const factor = await lockSecondFactor(tx, userId);
        if (factor === undefined) return gone;
        const proof = factor.confirmedAt === null ? { factor } : await proveBy(request, prove, tx, factor);
        if ('refusal' in proof) return proof.refusal;
        await deleteSecondFactor(tx, userId);
        log.info({ userId }, 'second factor removed');
        return gone;
      }),
    ),
});

const gone: ApiResponse = { status: 204 };

/** Without a code nothing is tried, so nothing is counted. */
const proveBy = async (
  request: ApiRequest<undefined>,
  prove: ProveCode,
  tx: Tx,
  factor: SecondFactor,
): Promise<Proof> => (codeIn(request) === '' ? { refusal: codeMissing() } : prove(tx, factor, codeIn(request)));

/** DELETE /users/{userId}/second-factor: an administrator takes away that of a user who lost their telephone. */
export const removeOfUser = ({ commit, log }: SecondFactorDependencies): Operation<undefined> => ({
  handle: ({ params, principal }) =>
    commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const userId = userIdOf(params);
        if ((await lockUser(tx, userId)) === undefined) return userNotFound();
        if (await deleteSecondFactor(tx, userId))
          log.warn({ userId, by: principal && actorOf(principal) }, 'second factor taken away by an administrator');
        return gone;
      }),
    ),
});
