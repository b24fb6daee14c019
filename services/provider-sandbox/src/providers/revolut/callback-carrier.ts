import { createHmac } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { type Database } from '@repasse/chassis/postgres/database';
import { type CallbackCarrier } from '../../callbacks/carrier';
import { type Documents, documents } from '../../store/documents';

export interface RevolutWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly signingSecret: string;
  readonly createdAt: string;
}

export const revolutWebhooks = (db: Database): Documents<RevolutWebhook> =>
  documents(db, 'revolut_webhook', ({ id, createdAt }) => ({ id, createdAt }));

/** Three further tries, ten minutes apart. */
const retryDelayMs = 600_000;

/** Signs each try anew, by the sandbox's clock: receivers refuse what is older than five minutes. */
export const revolutCarrier = (webhooks: Documents<RevolutWebhook>, clock: Clock): CallbackCarrier => ({
  retryDelaysMs: [retryDelayMs, retryDelayMs, retryDelayMs],
  prepare: async ({ address, subscription, body }) => {
    const webhook = await webhooks.find(subscription ?? '');
    if (webhook === undefined) return undefined;
    const timestampMs = clock.now().getTime();
    return {
      url: address,
      headers: {
        'user-agent': 'Repasse-Sandbox-Revolut',
        'revolut-request-timestamp': String(timestampMs),
        'revolut-signature': signDelivery(webhook.signingSecret, timestampMs, body),
      },
    };
  },
});

/** Revolut-Signature of a delivery: HMAC-SHA256 of `v1.{timestamp}.{body}`, keyed with the secret as it is written. */
export const signDelivery = (secret: string, timestampMs: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`v1.${timestampMs}.${body}`).digest('hex')}`;
