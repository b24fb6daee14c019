import { randomBytes, randomUUID } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { fieldsOf } from '../request';
import { type RevolutWebhook } from './callback-carrier';
import { isPublicUrl, parseDuration } from './order-rules';
import { idOf, notFound, type RevolutEndpoint, revolutError } from './revolut';
import { orderEvents } from './order';

const webhooksMax = 10;

/** POST /webhooks -> 200, not 201. The secret is in this answer and in every later one. */
export const createWebhook: RevolutEndpoint = async (revolut, request) => {
  const { url, events } = fieldsOf(request.body);
  const now = revolut.clock.now();
  if (!isPublicUrl(url, revolut.acceptsLocalUrls)) return revolutError('bad_request', `'url' is not valid`, now);
  if (!areEvents(events)) return revolutError('bad_request', `'events' is not valid`, now);
  if ((await revolut.webhooks.list({})).length >= webhooksMax)
    return revolutError('unprocessable', `There are ${webhooksMax} webhooks already`, now);
  const secrets = { signingSecret: newSigningSecret(), oldSecret: null, oldUntil: null };
  const webhook = { id: randomUUID(), url, events, ...secrets, createdAt: toIso(now) };
  await revolut.webhooks.save(webhook);
  return { status: 200, body: describeWebhook(webhook) };
};

/** GET /webhooks */
export const listWebhooks: RevolutEndpoint = async ({ webhooks }) => ({
  status: 200,
  body: { webhooks: (await webhooks.list({})).map(describeWebhook) },
});

/** GET /webhooks/{id} */
export const getWebhook: RevolutEndpoint = async ({ webhooks, clock }, request) => {
  const webhook = await webhooks.find(idOf(request));
  return webhook === undefined ? notFound(clock.now()) : { status: 200, body: describeWebhook(webhook) };
};

/** PATCH /webhooks/{id}: another address, other events; the secret stays. */
export const updateWebhook: RevolutEndpoint = async (revolut, request) => {
  const now = revolut.clock.now();
  const webhook = await revolut.webhooks.find(idOf(request));
  if (webhook === undefined) return notFound(now);
  const { url = webhook.url, events = webhook.events } = fieldsOf(request.body);
  if (!isPublicUrl(url, revolut.acceptsLocalUrls) || !areEvents(events))
    return revolutError('bad_request', `'url' or 'events' is not valid`, now);
  const updated = { ...webhook, url, events };
  await revolut.webhooks.save(updated);
  return { status: 200, body: describeWebhook(updated) };
};

/** DELETE /webhooks/{id} */
export const deleteWebhook: RevolutEndpoint = async ({ webhooks, clock }, request) =>
  (await webhooks.delete(idOf(request))) ? { status: 204 } : notFound(clock.now());

const rotationMsMax = 7 * 86_400_000;

/** POST /webhooks/{id}/rotate-signing-secret: the old secret lives on for the period given, or not at all. */
export const rotateSigningSecret: RevolutEndpoint = async ({ webhooks, clock }, request) => {
  const now = clock.now();
  const webhook = await webhooks.find(idOf(request));
  if (webhook === undefined) return notFound(now);
  const period = fieldsOf(request.body)['expiration_period'] ?? 'PT0S';
  const ms = typeof period === 'string' ? parseDuration(period) : undefined;
  if (ms === undefined || ms > rotationMsMax)
    return revolutError('bad_request', `'expiration_period' is not valid`, now);
  const oldUntil = toIso(new Date(now.getTime() + ms));
  const rotated = { ...webhook, signingSecret: newSigningSecret(), oldSecret: webhook.signingSecret, oldUntil };
  await webhooks.save(rotated);
  return { status: 200, body: describeWebhook(rotated) };
};

const secretBytes = 24;

const describeWebhook = ({ id, url, events, signingSecret }: RevolutWebhook): object => ({
  id,
  url,
  events,
  signing_secret: signingSecret,
});

const newSigningSecret = (): string => `wsk_${randomBytes(secretBytes).toString('base64url')}`;

const areEvents = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((name) => typeof name === 'string' && orderEvents.some((event) => event === name));
