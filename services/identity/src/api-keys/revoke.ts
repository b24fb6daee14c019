import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { faultsOfCode } from '../second-factor/code-header';
import { type Outcome } from '../store/commit';
import { userIdOf, userNotFound } from '../users/routes';
import { lockUser } from '../users/table';
import { type ApiKeyDependencies } from './dependencies';
import { provenOwner } from './proven-owner';
import { keyNotFound } from './refusals';
import { revoked } from './rules';
import { findApiKey, revokeApiKey as keepRevocation } from './table';

/** DELETE /users/{userId}/api-keys/{clientId}. */
export const revokeApiKey = (deps: ApiKeyDependencies): Operation<undefined> => ({
  handle: ({ params }) =>
    deps.commit<ApiResponse>(async (tx) => {
      const userId = userIdOf(params);
      if ((await lockUser(tx, userId)) === undefined) return { result: userNotFound(), events: [] };
      return revoke(deps, tx, userId, params['clientId'] ?? '');
    }),
});

/** DELETE /api-keys/{clientId}. A key may always end itself; another one it ends with a code of the second factor. */
export const revokeOwnApiKey = (deps: ApiKeyDependencies): Operation<undefined> => ({
  check: faultsOfCode,
  handle: (request) =>
    deps.commit<ApiResponse>(async (tx) => {
      const { userId, clientId: calling } = callerOf(request);
      const clientId = request.params['clientId'] ?? '';
      if (clientId !== calling) {
        const proven = await provenOwner(deps, tx, request);
        if ('refusal' in proven) return { result: proven.refusal, events: [] };
      }
      return revoke(deps, tx, userId, clientId);
    }),
});

/** Revoking twice is one revocation. */
const revoke = async (
  { clock }: ApiKeyDependencies,
  tx: Tx,
  userId: number,
  clientId: string,
): Promise<Outcome<ApiResponse>> => {
  const now = toIso(clock.now());
  const key = await findApiKey(tx, clientId);
  if (key?.userId !== userId) return { result: keyNotFound(), events: [] };
  if (key.revokedAt !== null) return { result: { status: 204 }, events: [] };
  await keepRevocation(tx, key.clientId, now);
  return { result: { status: 204 }, events: [revoked(key, now)] };
};
