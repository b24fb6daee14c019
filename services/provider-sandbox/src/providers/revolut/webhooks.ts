import { randomBytes, randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { fieldsOf } from '../request';
import { isUrl } from './order-rules';
import { idOf, notFound, type RevolutEndpoint, revolutError, type RevolutWebhook } from './revolut';
import { orderEvents } from './order';

const secretBytes = 24;

/** POST /webhooks -> 200, not 201. The secret is in this answer and in every later one. */
export const createWebhook: RevolutEndpoint = async ({ webhooks, clock }, request) => {
  const { url, events } = fieldsOf(request.body);
  const now = clock.now();
  if (!isUrl(url) || !areEvents(events)) return invalidWebhook(now);
  const signingSecret = `wsk_${randomBytes(secretBytes).toString('base64url')}`;
  const webhook = { id: randomUUID(), url, events, signingSecret, createdAt: toIso(now) };
  await webhooks.save(webhook);
  return { status: 200, body: describeWebhook(webhook) };
};

/** GET /webhooks */
export const listWebhooks: RevolutEndpoint = async ({ webhooks }) => ({
  status: 200,
  body: { webhooks: (await webhooks.list({})).map(describeWebhook) },
});

/** PATCH /webhooks/{id}: another address, other events; the secret stays. */
export const updateWebhook: RevolutEndpoint = async ({ webhooks, clock }, request) => {
  const now = clock.now();
  const webhook = await webhooks.find(idOf(request));
  if (webhook === undefined) return notFound(now);
  const { url = webhook.url, events = webhook.events } = fieldsOf(request.body);
  if (!isUrl(url) || !areEvents(events)) return invalidWebhook(now);
  const updated = { ...webhook, url, events };
  await webhooks.save(updated);
  return { status: 200, body: describeWebhook(updated) };
};

const invalidWebhook = (now: Date) => revolutError('bad_request', `'url' or 'events' is not valid`, now);

const describeWebhook = ({ id, url, events, signingSecret }: RevolutWebhook): object => ({
  id,
  url,
  events,
  signing_secret: signingSecret,
});

const areEvents = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((name) => orderEvents.some((event) => event === name));
