import { notFound } from './guarded';
import { isObject } from '../fields';
import { isPublicUrl } from './order-rules';
import { revolutError } from './problem';
import { idOf, type RevolutEndpoint } from './revolut';
import { areEvents, describeWebhook } from './webhook-rules';

/** PATCH /webhooks/{id}: another address, other events; the secret stays. */
export const updateWebhook: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const webhook = await revolut.webhooks.find(idOf(request));
  if (webhook === undefined) return notFound(now);
  const { url = webhook.url, events = webhook.events } = isObject(request.body) ? request.body : {};
  if (!isPublicUrl(url, revolut.acceptsLocalUrls) || !areEvents(events))
    return revolutError('bad_request', `'url' or 'events' is not valid`, now);
  const updated = { ...webhook, url, events };
  await revolut.webhooks.update(updated);
  return { status: 200, body: describeWebhook(updated) };
};
