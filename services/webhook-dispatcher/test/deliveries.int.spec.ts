import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { validateEvent } from '@repasse/contracts';
import { Webhook } from 'standardwebhooks';
import { firstPace } from '../src/delivery/pace';
import { retryDelaysMs } from '../src/domain/retry-schedule';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { movableClock } from './movable-clock';
import { Receiver } from './receiver';

interface Delivery {
  id: string;
  status: string;
  attempts: number;
  nextAttemptAt: string | null;
  eventId: string;
}

interface DeliveryList {
  data: Delivery[];
  pagination: { nextCursor: string | null };
}

describe('delivering what happened to a charge', () => {
  let dispatcher: Dispatcher;
  let receiver: Receiver;
  /** Moved forward by tests, so that a retry is due without waiting for it. */
  const clock = movableClock();

  beforeAll(async () => {
    dispatcher = await startDispatcher({ clock, random: () => 0.5 });
  });
  afterAll(() => dispatcher.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  const deliveryOf = async (chargeId: string): Promise<Delivery> => {
    const { body } = await dispatcher.call('GET', `/webhook-deliveries?chargeId=${chargeId}`);
    const [delivery] = (body as unknown as DeliveryList).data;
    if (delivery === undefined) throw new Error(`${chargeId} has no delivery yet.`);
    return delivery;
  };

  const expectStatus = (chargeId: string, status: string, attempts: number) =>
    eventually(async () => {
      const delivery = await deliveryOf(chargeId);
      expect(delivery).toMatchObject({ status, attempts });
      return delivery;
    });

  it('sends a signed webhook once when a charge is paid, and says so on the topic', async () => {
    const { chargeId } = await dispatcher.createPaidCharge(receiver.url);

    const delivery = await expectStatus(chargeId, 'DELIVERED', 1);
    const { body: secret } = await dispatcher.call('GET', '/webhook-secret');
    const [message] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    const body = new Webhook(String(secret['secret'])).verify(
      message!.body,
      message!.headers as Record<string, string>,
    );
    expect(body).toMatchObject({
      type: 'charge.paid',
      sequence: expect.any(Number),
      chargeSequence: 3,
      data: { charge: { id: chargeId, status: 'PAID' }, attempt: { endToEndId: 'E60746948202611211203A1B2C3D4E5F' } },
    });
    await eventuallyHolds(async () => {
      const events = await dispatcher.eventsOf(delivery.id);
      expect(events.map(({ type }) => type)).toEqual(['repasse.webhook.delivered.v1']);
      expect(events.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
    });
  });

  it('sends nothing for a charge without a webhookUrl', async () => {
    const silent = await dispatcher.createPaidCharge(null);
    const loud = await dispatcher.createPaidCharge(receiver.url);
    await expectStatus(loud.chargeId, 'DELIVERED', 1);

    await expect(deliveryOf(silent.chargeId)).rejects.toThrow('no delivery');
  });

  it('tries again on schedule under the same id, three times, then gives up visibly', async () => {
    receiver.answers((_, response) => response.writeHead(500).end('broken'));
    const { chargeId } = await dispatcher.createPaidCharge(receiver.url);

    for (const [index, delayMs] of retryDelaysMs.entries()) {
      await expectStatus(chargeId, 'PENDING', index + 1);
      clock.advance(delayMs);
    }
    const delivery = await expectStatus(chargeId, 'EXHAUSTED', 4);

    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.eventId]));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    const { body } = await dispatcher.call('GET', `/webhook-deliveries/${delivery.id}`);
    expect(body['attemptLog']).toHaveLength(4);
    expect(body['attemptLog']).toContainEqual(
      expect.objectContaining({ attemptNumber: 1, trigger: 'AUTOMATIC', responseStatus: 500, responseBody: 'broken' }),
    );
    await eventuallyHolds(async () =>
      expect((await dispatcher.eventsOf(delivery.id)).at(-1)?.type).toBe('repasse.webhook.exhausted.v1'),
    );
  });

  it('delivers what was planned before a restart', async () => {
    receiver.answers((_, response) => response.writeHead(503).end());
    const { chargeId } = await dispatcher.createPaidCharge(receiver.url);
    await expectStatus(chargeId, 'PENDING', 1);

    await dispatcher.restart();
    receiver.answers((_, response) => response.writeHead(204).end());
    clock.advance(retryDelaysMs[0]!);

    await expectStatus(chargeId, 'DELIVERED', 2);
  });

  it('does not let a receiver that hangs delay another, however much is due to it', async () => {
    const dead = await Receiver.start(() => undefined);
    const charges = await Promise.all(Array.from({ length: 40 }, () => dispatcher.createPaidCharge(dead.url)));
    await eventually(() => dead.received.length >= firstPace.places);

    const { chargeId } = await dispatcher.createPaidCharge(receiver.url);
    await expectStatus(chargeId, 'DELIVERED', 1);

    expect(dead.received).toHaveLength(firstPace.places);
    expect(charges).toHaveLength(40);
    dead.answers((_, response) => response.writeHead(204).end());
    await dead.stop();
  });

  it('lists deliveries page by page, newest first, and only one’s own', async () => {
    const all: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await dispatcher.call(
        'GET',
        `/webhook-deliveries?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      all.push(...(body as unknown as DeliveryList).data.map(({ id }) => id));
      cursor = (body as unknown as DeliveryList).pagination.nextCursor;
    }

    expect(all).toEqual([...new Set(all)].sort().reverse());
    expect(all.length).toBeGreaterThan(40);
    expect((await dispatcher.call('GET', '/webhook-deliveries', 'stranger')).body).toMatchObject({ data: [] });
    expect(await dispatcher.call('GET', '/webhook-deliveries?cursor=garbage')).toMatchObject({
      ...{ status: 400, body: { errors: [{ field: 'cursor' }] } },
    });
    expect((await dispatcher.call('GET', `/webhook-deliveries/${all[0]!}`, 'stranger')).status).toBe(404);
  });
});
