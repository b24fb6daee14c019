import { notFound } from './guarded';
import { idOf, type RevolutEndpoint } from './revolut';

/** DELETE /webhooks/{id} */
export const deleteWebhook: RevolutEndpoint = async ({ webhooks, clock }, request) =>
  (await webhooks.delete(idOf(request))) ? { status: 204 } : notFound(clock.now());
