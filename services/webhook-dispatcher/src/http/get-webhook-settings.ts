import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { chargeUrlTypesDefault } from '../delivery/plan';
import { readSettings } from '../store/settings';
import { ownerOf } from './caller';

/** GET /webhook-settings */
export const getWebhookSettings = (db: Tx): Operation => ({
  handle: async (request) => {
    const settings = await readSettings(db, ownerOf(request));
    return {
      status: 200,
      body: {
        chargeUrlEventTypes: settings?.charge_url_event_types ?? chargeUrlTypesDefault,
        hasSlowRetries: settings?.has_charge_url_slow_retries ?? false,
      },
    };
  },
});
