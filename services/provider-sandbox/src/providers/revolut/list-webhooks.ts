import { type RevolutEndpoint } from './revolut';
import { describeWebhook } from './webhook-rules';

/** GET /webhooks */
export const listWebhooks: RevolutEndpoint = async ({ webhooks }) => ({
  status: 200,
  body: { webhooks: (await webhooks.list()).map(describeWebhook) },
});
