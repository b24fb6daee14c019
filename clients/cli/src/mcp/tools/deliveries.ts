import { type Repasse } from '@repasse/sdk';
import { pick, plainAddress, untrusted } from '../answer';
import { choice, created, id, page } from './properties';
import { rowsOf, withLimit } from './rows';
import { readTool } from './tool';
import { writeTool } from './write-tool';

type Delivery = Awaited<ReturnType<Repasse['deliveries']['list']>>['items'][number];

/** Addresses of receivers carry secrets in queries, and answers of receivers may carry anything: both stay away. */
const shownDelivery = (delivery: Delivery): object => ({
  ...pick(delivery, [
    ...(['id', 'eventId', 'eventType', 'chargeId', 'endpointId', 'status', 'attempts'] as const),
    ...(['nextAttemptAt', 'createdAt', 'updatedAt'] as const),
  ]),
  url: untrusted(plainAddress(delivery.url)),
});

export const listDeliveries = readTool({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'Webhooks that were sent, newest first, and whether they were taken. EXHAUSTED ones are not tried again.',
  scopes: ['webhooks:read'],
  properties: {
    chargeId: id('Only those about this charge.'),
    eventId: id('Only those of this event.'),
    status: choice('Only these.', ['PENDING', 'DELIVERED', 'EXHAUSTED']),
    ...created,
    ...page,
  },
  required: [],
  read: ({ client, options }, input) => rowsOf(client.deliveries.list(withLimit(input), options), shownDelivery),
});

export const resendDelivery = writeTool({
  name: 'resend_delivery',
  title: 'Resend a webhook',
  description: 'Sends one webhook to its receiver once more.',
  scopes: ['webhooks:write', 'webhooks:read'],
  isDestructive: false,
  properties: { deliveryId: id('Of list_deliveries.') },
  required: ['deliveryId'],
  preview: async ({ client, options }, { deliveryId }) => {
    const { url, ...delivery } = await client.deliveries.get(deliveryId, options);
    return { ...pick(delivery, ['id', 'eventType', 'chargeId', 'status']), url: untrusted(plainAddress(url)) };
  },
  carryOut: async ({ client, options }, { deliveryId }, { idempotencyKey }) =>
    shownDelivery(await client.deliveries.redeliver(deliveryId, { ...options, idempotencyKey })),
});
