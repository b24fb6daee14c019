import { type Operation } from '@repasse/chassis/http/operation';
import { type Database } from '@repasse/chassis/postgres/database';
import { deleteEndpoint as removeEndpoint } from '../store/endpoints';
import { pauseDeliveries } from '../store/endpoint-upkeep';
import { type SigningSecrets } from '../store/signing-secrets';
import { ownerOf } from './caller';
import { endpointNotFound } from './problems';

/** DELETE /webhook-endpoints/{endpointId}, with its secrets. */
export const deleteEndpoint = (db: Database, secrets: SigningSecrets): Operation => ({
  handle: async (request) => {
    const endpointId = request.params['endpointId'] ?? '';
    await db.transaction(async (tx) => {
      if (!(await removeEndpoint(tx, endpointId, ownerOf(request)))) throw endpointNotFound(endpointId);
      await pauseDeliveries(tx, endpointId);
      await secrets.erase(tx, endpointId);
    });
    return { status: 204 };
  },
});
