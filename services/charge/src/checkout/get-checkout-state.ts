import { type Operation } from '@repasse/chassis/http/app';
import { type LoadCheckout } from './load-checkout';

/** GET /checkout/{chargeId}/state */
export const getCheckoutState = (load: LoadCheckout): Operation => ({
  handle: async ({ params }) => ({ status: 200, body: (await load(params['chargeId'] ?? '')).state }),
});
