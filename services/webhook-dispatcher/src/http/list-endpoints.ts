import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { listEndpoints as readEndpoints } from '../store/endpoints';
import { ownerOf } from './caller';
import { endpointView } from './views';

/** GET /webhook-endpoints */
export const listEndpoints = (db: Tx): Operation => ({
  handle: async (request) => {
    const endpoints = await readEndpoints(db, ownerOf(request));
    return { status: 200, body: { data: endpoints.map(endpointView) } };
  },
});
