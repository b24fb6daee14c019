import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type ApiKeyDependencies } from './dependencies';
import { keyNotFound } from './refusals';
import { findApiKey, renameApiKey } from './table';
import { keyView } from './view';

interface RenameBody {
  readonly name: string | null;
}

/** PATCH /api-keys/{clientId}: only its name, which people alone read. */
export const renameOwnApiKey = ({ commit }: ApiKeyDependencies): Operation<RenameBody> => ({
  handle: (request) =>
    commit<ApiResponse>(async (tx) => {
      const key = await findApiKey(tx, request.params['clientId'] ?? '');
      if (key?.userId !== callerOf(request).userId) return { result: keyNotFound(), events: [] };
      const { name } = request.body;
      await renameApiKey(tx, key.clientId, name);
      return { result: { status: 200, body: keyView({ ...key, name }) }, events: [] };
    }),
});
