import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type ApiKeyDependencies } from './dependencies';
import { keyNotFound } from './refusals';
import { findApiKey, renameApiKey } from './table';
import { keyView } from './view';
import { withoutEvents } from '../store/commit';

interface RenameBody {
  readonly name: string | null;
}

/** PATCH /api-keys/{clientId}: only its name, which people alone read. */
export const renameOwnApiKey = ({ commit }: ApiKeyDependencies): Operation<RenameBody> => ({
  handle: (request) =>
    commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const key = await findApiKey(tx, request.params['clientId'] ?? '');
        if (key?.userId !== callerOf(request).userId) return keyNotFound();
        const { name } = request.body;
        await renameApiKey(tx, key.clientId, name);
        return { status: 200, body: keyView({ ...key, name }) };
      }),
    ),
});
