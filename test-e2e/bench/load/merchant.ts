import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { tokenFor } from '../../../deploy/local/seed';
import { type StackFile } from '../../../deploy/local/stack-file';
import { bearer, createHttpClient, type HttpClient } from './http-client';
import { type WebhookReceiver } from './webhook-receiver';

/** A system that does not keep up delivers late; what has not come by then is counted as lost. */
const webhookTimeoutMs = 60_000;

export interface JourneyTimes {
  /** From the payment, as the payer's bank is asked for it, to the last byte of the webhook. */
  readonly payToWebhookMs: number;
}

/** What is measured, in a merchant's words. */
export interface Merchant {
  /** POST /charge without a payment method: kept durably, no provider asked. */
  createCharge(): Promise<void>;
  /** A PIX charge created, paid in the payer's bank app, announced by its webhook. */
  journey(): Promise<JourneyTimes>;
  close(): void;
}

/** `chargeUrl` is where charges are created: the edge, or the charge service's own port. */
export const signIn = async (
  stack: StackFile,
  receiver: WebhookReceiver,
  chargeUrl = stack.baseUrl,
): Promise<Merchant> => {
  const token = await tokenFor(stack.baseUrl, stack.merchant.clientId, stack.merchant.clientSecret);
  const api = createHttpClient(chargeUrl, bearer(token));
  const bank = createHttpClient(stack.sandboxUrl);
  return {
    createCharge: async () => {
      await post(api, '/charge', charge, idempotencyKey());
    },
    journey: () => journey(api, bank, receiver),
    close: () => {
      api.close();
      bank.close();
    },
  };
};

const charge = { grossAmount: '100.00', currency: 'BRL' };

const idempotencyKey = (): string => `Idempotency-Key: ${randomUUID()}\r\n`;

const journey = async (api: HttpClient, bank: HttpClient, receiver: WebhookReceiver): Promise<JourneyTimes> => {
  const webhook = receiver.expect();
  const wanted = { ...charge, paymentMethod: 'PIX', webhookUrl: webhook.url };
  const { checkoutMeta } = await post<{ checkoutMeta: { emv: string } }>(api, '/charge', wanted, idempotencyKey());
  const paidAtMs = performance.now();
  await post(bank, '/sandbox/pix/pay', { emv: checkoutMeta.emv });
  return { payToWebhookMs: (await within(webhook.arrivedAtMs)) - paidAtMs };
};

const post = async <Body>(client: HttpClient, path: string, body: object, headers?: string): Promise<Body> => {
  const answer = await client.post(path, JSON.stringify(body), headers);
  if (answer.status !== 200) throw new Error(`POST ${path} was answered ${answer.status}: ${String(answer.body)}`);
  return JSON.parse(String(answer.body)) as Body;
};

const within = async (arrivedAtMs: Promise<number>): Promise<number> => {
  const givenUp = new AbortController();
  const late = pause(webhookTimeoutMs, undefined, { signal: givenUp.signal }).then(() => {
    throw new Error(`No webhook within ${webhookTimeoutMs} ms.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([arrivedAtMs, late]);
  } finally {
    givenUp.abort();
  }
};
