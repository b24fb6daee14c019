import { toIso } from '@repasse/chassis/clock';
import { parseDuration } from './duration';
import { notFound } from './guarded';
import { isObject } from '../fields';
import { revolutError } from './problem';
import { idOf, type RevolutEndpoint } from './revolut';
import { describeWebhook, newSigningSecret } from './webhook-rules';

const rotationMsMax = 7 * 86_400_000;

/** POST /webhooks/{id}/rotate-signing-secret: the old secret lives on for the period given, or not at all. */
export const rotateSigningSecret: RevolutEndpoint = async ({ webhooks, clock }, request) => {
  const now = clock.now();
  const webhook = await webhooks.find(idOf(request));
  if (webhook === undefined) return notFound(now);
  const period = isObject(request.body) ? (request.body['expiration_period'] ?? 'PT0S') : 'PT0S';
  const ms = typeof period === 'string' ? parseDuration(period) : undefined;
  if (ms === undefined || ms > rotationMsMax)
    return revolutError('bad_request', `'expiration_period' is not valid`, now);
  const oldUntil = toIso(new Date(now.getTime() + ms));
  const rotated = { ...webhook, signingSecret: newSigningSecret(), oldSecret: webhook.signingSecret, oldUntil };
  await webhooks.update(rotated);
  return { status: 200, body: describeWebhook(rotated) };
};
