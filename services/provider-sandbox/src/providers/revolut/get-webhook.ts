import { notFound } from './guarded';
import { idOf, type RevolutEndpoint } from './revolut';
import { describeWebhook } from './webhook-rules';

/** GET /webhooks/{id} */
export const getWebhook: RevolutEndpoint = async ({ webhooks, clock }, request) => {
  const webhook = await webhooks.find(idOf(request));
  return webhook === undefined ? notFound(clock.now()) : { status: 200, body: describeWebhook(webhook) };
};
