import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { writeSettings } from '../store/settings';
import { ownerOf } from './caller';

type Body = components['schemas']['WebhookSettings'];

/** PUT /webhook-settings */
export const putWebhookSettings = (db: Tx): Operation<Body> => ({
  handle: async (request) => {
    const { chargeUrlEventTypes, hasSlowRetries } = request.body;
    await writeSettings(db, ownerOf(request), {
      charge_url_event_types: chargeUrlEventTypes,
      has_charge_url_slow_retries: hasSlowRetries,
    });
    return { status: 200, body: { chargeUrlEventTypes, hasSlowRetries } };
  },
});
