import { randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { isObject } from '../fields';
import { isPublicUrl } from './order-rules';
import { revolutError } from './problem';
import { type RevolutEndpoint } from './revolut';
import { areEvents, describeWebhook, newSigningSecret } from './webhook-rules';

const webhooksMax = 10;

/** POST /webhooks -> 200, not 201. The secret is in this answer and in every later one. */
export const createWebhook: RevolutEndpoint = async (revolut, request) => {
  const { url, events } = isObject(request.body) ? request.body : {};
  const now = revolut.clock.now();
  if (!isPublicUrl(url, revolut.acceptsLocalUrls)) return revolutError('bad_request', `'url' is not valid`, now);
  if (!areEvents(events)) return revolutError('bad_request', `'events' is not valid`, now);
  const webhook = { id: randomUUID(), url, events, signingSecret: newSigningSecret(), oldSecret: null, oldUntil: null };
  const isInserted = await revolut.webhooks.insert(webhook, toIso(now), webhooksMax);
  if (!isInserted) return revolutError('unprocessable', `There are ${webhooksMax} webhooks already`, now);
  return { status: 200, body: describeWebhook(webhook) };
};
