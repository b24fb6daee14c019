import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { writeChargeUrlTypes } from '../store/settings';
import { ownerOf } from './caller';

type Body = components['schemas']['WebhookSettings'];

/** PUT /webhook-settings */
export const putWebhookSettings = (db: Tx): Operation<Body> => ({
  handle: async (request) => {
    const { chargeUrlEventTypes } = request.body;
    await writeChargeUrlTypes(db, ownerOf(request), chargeUrlEventTypes);
    return { status: 200, body: { chargeUrlEventTypes } };
  },
});
