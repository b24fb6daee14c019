import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { endpointOfCaller } from './endpoint-of-caller';
import { endpointView } from './views';

/** GET /webhook-endpoints/{endpointId} */
export const getEndpoint = (db: Tx): Operation => ({
  handle: async (request) => ({ status: 200, body: endpointView(await endpointOfCaller(db, request)) }),
});
