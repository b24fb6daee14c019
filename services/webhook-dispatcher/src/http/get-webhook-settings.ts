import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { chargeUrlTypesDefault } from '../delivery/plan';
import { readChargeUrlTypes } from '../store/settings';
import { ownerOf } from './caller';

/** GET /webhook-settings */
export const getWebhookSettings = (db: Tx): Operation => ({
  handle: async (request) => {
    const types = await readChargeUrlTypes(db, ownerOf(request));
    return { status: 200, body: { chargeUrlEventTypes: types ?? chargeUrlTypesDefault } };
  },
});
