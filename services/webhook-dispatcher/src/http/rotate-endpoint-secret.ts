import { type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type SigningSecrets } from '../store/signing-secrets';
import { endpointOfCaller } from './endpoint-of-caller';
import { rotateSecret } from './rotate-secret';

/** POST /webhook-endpoints/{endpointId}/rotate-secret */
export const rotateEndpointSecret = (db: Tx, secrets: SigningSecrets, clock: Clock): Operation => ({
  handle: async (request) => {
    const { endpoint_id } = await endpointOfCaller(db, request);
    return rotateSecret(secrets, endpoint_id, clock.now());
  },
});
