import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem, type Fault } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { userIdOf, userNotFound } from '../users/routes';
import { lockUser } from '../users/table';
import { type SecondFactorDependencies } from './dependencies';
import { type Proof, type ProveCode } from './prove';
import { type SecondFactor } from './rules';
import { deleteSecondFactor, lockSecondFactor } from './table';
import { callerOf } from '@repasse/chassis/auth/caller';

/** A header, since a body of DELETE means nothing and addresses are written into logs. */
const codeHeader = 'Second-Factor-Code';

const codeOf = ({ headers }: Pick<ApiRequest, 'headers'>): string => {
  const code = headers[codeHeader.toLowerCase()];
  return typeof code === 'string' ? code : '';
};

const faultsOfCode = (request: ApiRequest<undefined>): readonly Fault[] => {
  const code = codeOf(request);
  return code === '' || /^\d{6}$/.test(code)
    ? []
    : [{ field: codeHeader, message: 'must be the six digits of the code.' }];
};

/** DELETE /second-factor. One that was never confirmed goes without a code: it protects nothing yet. */
export const removeOwn = ({ commit, prove, log }: SecondFactorDependencies): Operation<undefined> => ({
  check: faultsOfCode,
  handle: (request) =>
    commit<ApiResponse>(async (tx) => {
      const userId = callerOf(request).userId;
      const factor = await lockSecondFactor(tx, userId);
      if (factor === undefined) return { result: gone, events: [] };
      const proof = factor.confirmedAt === null ? { factor } : await proveBy(request, prove, tx, factor);
      if ('refusal' in proof) return { result: proof.refusal, events: [] };
      await deleteSecondFactor(tx, userId);
      log.info({ userId }, 'second factor removed');
      return { result: gone, events: [] };
    }),
});

const gone: ApiResponse = { status: 204 };

/** Without a code nothing is tried, so nothing is counted. */
const proveBy = async (
  request: ApiRequest<undefined>,
  prove: ProveCode,
  tx: Tx,
  factor: SecondFactor,
): Promise<Proof> => (codeOf(request) === '' ? { refusal: codeMissing() } : prove(tx, factor, codeOf(request)));

const codeMissing = (): ApiResponse =>
  problem({
    status: 400,
    code: 'request.invalid',
    detail: 'One field has a fault.',
    errors: [{ field: codeHeader, message: 'must be the six digits of the code.' }],
  });

/** DELETE /users/{userId}/second-factor: an administrator takes away that of a user who lost their telephone. */
export const removeOfUser = ({ commit, log }: SecondFactorDependencies): Operation<undefined> => ({
  handle: ({ params, principal }) =>
    commit<ApiResponse>(async (tx) => {
      const userId = userIdOf(params);
      if ((await lockUser(tx, userId)) === undefined) return { result: userNotFound(), events: [] };
      if (await deleteSecondFactor(tx, userId))
        log.warn({ userId, by: principal?.clientId }, 'second factor taken away by an administrator');
      return { result: gone, events: [] };
    }),
});
