import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { userIdOf, userNotFound } from '../users/routes';
import { findUser } from '../users/table';
import { type ApiKeyDependencies } from './dependencies';
import { listApiKeys as readApiKeys } from './table';
import { keyView } from './view';

/** GET /users/{userId}/api-keys. */
export const listApiKeys = ({ db }: ApiKeyDependencies): Operation<undefined> => ({
  handle: async ({ params }) => {
    const userId = userIdOf(params);
    return (await findUser(db, userId)) === undefined ? userNotFound() : keysOf(db, userId);
  },
});

/** GET /api-keys. */
export const listOwnApiKeys = ({ db }: ApiKeyDependencies): Operation<undefined> => ({
  handle: (request) => keysOf(db, callerOf(request).userId),
});

const keysOf = async (db: ApiKeyDependencies['db'], userId: number): Promise<ApiResponse> => ({
  status: 200,
  body: { data: (await readApiKeys(db, userId)).map(keyView) },
});
