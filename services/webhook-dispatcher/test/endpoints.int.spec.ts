import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { Webhook } from 'standardwebhooks';
import { endpointsPerUserMax } from '../src/domain/endpoint';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { Receiver } from './receiver';

let dispatcher: Dispatcher;
let receiver: Receiver;

beforeEach(async () => {
  [dispatcher, receiver] = await Promise.all([startDispatcher(), Receiver.start()]);
});
afterEach(() => Promise.all([dispatcher.stop(), receiver.stop()]));

const register = (eventTypes: readonly string[], more: object = {}) =>
  dispatcher.register({ url: receiver.url, eventTypes, ...more });

const typesReceived = (): string[] =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted();

describe('an endpoint', () => {
  it('gets the types it names, signed with its own secret, for charges with and without an address', async () => {
    const { secret } = await register(['charge.*']);
    await dispatcher.createPaidCharge(null);

    await eventually(() => receiver.received.length === 2);
    expect(typesReceived()).toEqual(['charge.created', 'charge.paid']);
    for (const { body, headers } of receiver.received)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        id: headers['webhook-id'],
      });
  });

  it('shows its secret once, and all else as often as it is asked', async () => {
    const { id } = await register(['*'], { description: 'Orders' });

    const { body: one } = await dispatcher.call('GET', `/webhook-endpoints/${id}`);
    const { body: list } = await dispatcher.call('GET', '/webhook-endpoints');

    expect(one).toEqual({
      ...{ id, url: receiver.url, eventTypes: ['*'], description: 'Orders', isOrdered: false },
      ...{ hasSlowRetries: false, isEnabled: true },
      ...{ disabledReason: null, failingSince: null, createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    expect(list['data']).toEqual([one]);
  });

  it('is one merchant’s: to others it is not there', async () => {
    const { id } = await register(['*']);

    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/statistics'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
    ] as const)
      expect(await dispatcher.call(method, `/webhook-endpoints/${id}${path}`, 'stranger')).toMatchObject({
        status: 404,
        body: { code: 'webhook_endpoint.not_found' },
      });
    expect((await dispatcher.call('GET', '/webhook-endpoints', 'stranger')).body).toEqual({ data: [] });
  });

  it('is refused with every fault named, and beyond the number a merchant may have', async () => {
    const faulty = await dispatcher.send('POST', '/webhook-endpoints', {
      ...{ url: 'ftp://a.example', eventTypes: ['charge.payed'], description: 'x'.repeat(201) },
    });
    expect(faulty).toMatchObject({ status: 400 });
    expect((faulty.body['errors'] as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
      'description',
      'eventTypes[0]',
      'url',
    ]);

    for (let made = 0; made < endpointsPerUserMax; made += 1) await register(['charge.paid']);
    expect(await dispatcher.send('POST', '/webhook-endpoints', { url: receiver.url, eventTypes: ['*'] })).toMatchObject(
      { status: 409, body: { code: 'webhook_endpoint.too_many' } },
    );
  });

  it('switched off gets nothing and keeps what is pending; switched on it gets that at its new address', async () => {
    receiver.answers((_, response) => response.writeHead(500).end());
    const { id } = await register(['charge.paid']);
    await dispatcher.createPaidCharge(null);
    await eventually(() => receiver.received.length === 1);
    await dispatcher.send('PATCH', `/webhook-endpoints/${id}`, { isEnabled: false });
    await dispatcher.createPaidCharge(null);
    const moved = await Receiver.start();

    await eventuallyHolds(async () => {
      const { body } = await dispatcher.call('GET', '/events?types=charge.paid');
      expect(body['data']).toHaveLength(2);
    });
    expect((await dispatcher.call('GET', `/webhook-deliveries?endpointId=${id}`)).body['data']).toMatchObject([
      { status: 'PENDING', nextAttemptAt: null },
    ]);
    await dispatcher.send('PATCH', `/webhook-endpoints/${id}`, { isEnabled: true, url: moved.url });
    await eventually(() => moved.received.length === 1);

    expect(moved.received[0]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    expect(receiver.received).toHaveLength(1);
    await moved.stop();
  });

  it('that is removed gets nothing more', async () => {
    const { id } = await register(['*']);

    expect((await dispatcher.call('DELETE', `/webhook-endpoints/${id}`)).status).toBe(204);

    await dispatcher.createPaidCharge(null);
    await eventuallyHolds(async () => expect((await dispatcher.call('GET', '/events')).body['data']).toHaveLength(3));
    expect(receiver.received).toEqual([]);
    expect((await dispatcher.call('GET', `/webhook-endpoints/${id}`)).status).toBe(404);
  });

  it('signs with the old and the new secret after a rotation', async () => {
    const { id, secret: before } = await register(['charge.paid']);

    const { body } = await dispatcher.call('POST', `/webhook-endpoints/${id}/rotate-secret`);
    const tested = await dispatcher.call('POST', `/webhook-endpoints/${id}/test`);

    expect(tested.body).toMatchObject({ isDelivered: true, responseStatus: 204, failure: null });
    const [message] = receiver.received;
    for (const secret of [before, String(body['secret'])])
      expect(new Webhook(secret).verify(message!.body, message!.headers as Record<string, string>)).toMatchObject({
        ...{ type: 'webhook_endpoint.test', sequence: 0 },
      });
    expect(await dispatcher.call('POST', `/webhook-endpoints/${id}/rotate-secret`)).toMatchObject({ status: 409 });
    expect((await dispatcher.call('GET', '/events')).body['data']).toEqual([]);
  });

  it('tells how its deliveries went', async () => {
    let answers = 0;
    receiver.answers((_, response) => response.writeHead(answers++ === 0 ? 500 : 204).end());
    const { id } = await register(['charge.created', 'charge.paid']);
    await dispatcher.createPaidCharge(null);

    await eventuallyHolds(async () => {
      const { body } = await dispatcher.call('GET', `/webhook-endpoints/${id}/statistics`);
      expect(body).toMatchObject({
        deliveries: { pending: 1, delivered: 1, exhausted: 0 },
        attempts: { total: 2, failed: 1 },
        durationMs: { p50: expect.any(Number) },
        lastDeliveredAt: expect.any(String),
        lastFailure: { failure: 'The receiver answered 500.' },
      });
    });
  });
});

describe('the webhookUrl of a charge', () => {
  it('gets the rest of the charge’s life where its merchant says so, and nothing where they say none', async () => {
    expect((await dispatcher.call('GET', '/webhook-settings')).body).toEqual({
      ...{ chargeUrlEventTypes: ['charge.paid'], hasSlowRetries: false },
    });

    await dispatcher.send('PUT', '/webhook-settings', { chargeUrlEventTypes: ['charge.*'] });
    await dispatcher.createPaidCharge(receiver.url);
    await eventually(() => receiver.received.length === 2);
    expect(typesReceived()).toEqual(['charge.created', 'charge.paid']);

    await dispatcher.send('PUT', '/webhook-settings', { chargeUrlEventTypes: [] });
    const { chargeId } = await dispatcher.createPaidCharge(receiver.url);
    await eventuallyHolds(async () =>
      expect((await dispatcher.call('GET', `/events?chargeId=${chargeId}`)).body['data']).toHaveLength(3),
    );
    expect(receiver.received).toHaveLength(2);
  });
});
