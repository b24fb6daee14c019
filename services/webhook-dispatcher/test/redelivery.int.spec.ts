import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { Webhook } from 'standardwebhooks';
import { startDispatcher, type Delivery, type Dispatcher } from './dispatcher';
import { movableClock } from './movable-clock';
import { Receiver } from './receiver';

describe('sending again', () => {
  let dispatcher: Dispatcher;
  let receiver: Receiver;
  let candidate: Receiver;
  let clock: ReturnType<typeof movableClock>;

  beforeEach(async () => {
    clock = movableClock();
    [dispatcher, receiver, candidate] = await Promise.all([
      startDispatcher({ clock, random: () => 0.5 }),
      Receiver.start(),
      Receiver.start(),
    ]);
  });
  afterEach(() => Promise.all([dispatcher.stop(), receiver.stop(), candidate.stop()]));

  const register = (eventTypes: readonly string[] = ['charge.paid']) =>
    dispatcher.register({ url: receiver.url, eventTypes });
  const deliveries = () => dispatcher.deliveries();
  const exhaustAll = async (count: number): Promise<void> => {
    await dispatcher.exhaust(clock, '', count);
    expect((await deliveries()).map(({ status }) => status)).toEqual(Array(count).fill('EXHAUSTED'));
  };

  it('one delivery is one try, under the same id, and its log shows what was sent and answered', async () => {
    receiver.answers((_, response) => response.writeHead(500).end('no'));
    await register();
    await dispatcher.createPaidCharge(null);
    await exhaustAll(1);
    const [{ id, eventId }] = (await deliveries()) as [Delivery];

    const failed = await dispatcher.call('POST', `/webhook-deliveries/${id}/redeliver`);
    expect(failed).toMatchObject({ status: 200, body: { status: 'EXHAUSTED', attempts: 5, nextAttemptAt: null } });
    receiver.answers((_, response) => response.writeHead(200).end('yes'));
    const { body } = await dispatcher.call('POST', `/webhook-deliveries/${id}/redeliver`);

    expect(body).toMatchObject({ status: 'DELIVERED', attempts: 6, payload: receiver.received[0]?.body });
    expect((body['attemptLog'] as unknown[]).at(-1)).toMatchObject({
      trigger: 'MANUAL',
      request: { method: 'POST', url: receiver.url, headers: { 'webhook-id': eventId } },
      ...{ responseStatus: 200, responseBody: 'yes', failure: null },
    });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]));
    expect(await dispatcher.call('POST', `/webhook-deliveries/${id}/redeliver`, 'stranger')).toMatchObject({
      status: 404,
      body: { code: 'delivery.not_found' },
    });
  });

  it.each([false, true])(
    'all that failed in a window goes again, in its order where ordered is %s',
    async (isOrdered) => {
      receiver.answers((_, response) => response.writeHead(500).end());
      const { id } = await register();
      const from = clock.now().toISOString();
      await dispatcher.createPaidCharge(null);
      await dispatcher.createPaidCharge(null);
      await exhaustAll(2);
      await dispatcher.send('PATCH', `/webhook-endpoints/${id}`, { isOrdered });
      receiver.answers((_, response) => response.writeHead(204).end());
      receiver.received.length = 0;
      const recover = (window: object) => dispatcher.send('POST', `/webhook-endpoints/${id}/recover`, window);

      expect((await recover({ from: clock.now().toISOString() })).body).toEqual({ recovered: 0, hasMore: false });
      expect((await recover({ from })).body).toEqual({ recovered: 2, hasMore: false });

      await eventually(() => receiver.received.length === 2);
      await eventuallyHolds(async () =>
        expect((await deliveries()).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']),
      );
      expect(await recover({ from, to: from })).toMatchObject({ status: 400, body: { errors: [{ field: 'to' }] } });
    },
  );

  it('recovers deliveries whose next try is hours away, and follows the slow schedule otherwise', async () => {
    receiver.answers((_, response) => response.writeHead(500).end());
    const { id } = await dispatcher.register({ url: receiver.url, eventTypes: ['charge.paid'], hasSlowRetries: true });
    const from = clock.now().toISOString();
    await dispatcher.createPaidCharge(null);
    await dispatcher.exhaust(clock, '');
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ status: 'PENDING', attempts: 4, nextAttemptAt: expect.any(String) });
    receiver.answers((_, response) => response.writeHead(204).end());

    const { body } = await dispatcher.send('POST', `/webhook-endpoints/${id}/recover`, { from });

    expect(body).toEqual({ recovered: 1, hasMore: false });
    await eventuallyHolds(async () => expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }]));
  });

  it('sends nothing of a window to an endpoint that is off, until it is on', async () => {
    receiver.answers((_, response) => response.writeHead(500).end());
    const { id } = await register();
    const from = clock.now().toISOString();
    await dispatcher.createPaidCharge(null);
    await exhaustAll(1);
    await dispatcher.send('PATCH', `/webhook-endpoints/${id}`, { isEnabled: false });

    expect((await dispatcher.send('POST', `/webhook-endpoints/${id}/recover`, { from })).body).toMatchObject({
      recovered: 1,
    });
    expect(await deliveries()).toMatchObject([{ status: 'PENDING', nextAttemptAt: null }]);

    receiver.answers((_, response) => response.writeHead(204).end());
    await dispatcher.send('PATCH', `/webhook-endpoints/${id}`, { isEnabled: true });
    await eventuallyHolds(async () => expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }]));
  });

  it('recovers a window of charges’ own addresses, of this merchant alone', async () => {
    receiver.answers((_, response) => response.writeHead(410).end());
    const from = clock.now().toISOString();
    await dispatcher.createPaidCharge(receiver.url);
    await exhaustAll(1);
    receiver.answers((_, response) => response.writeHead(204).end());
    const recover = (as: 'owner' | 'stranger') => dispatcher.send('POST', '/webhook-deliveries/recover', { from }, as);

    expect((await recover('stranger')).body).toEqual({ recovered: 0, hasMore: false });
    expect((await recover('owner')).body).toEqual({ recovered: 1, hasMore: false });
    await eventuallyHolds(async () => expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }]));
  });

  it.each([
    ['test', 31, {}],
    ['replay', 7, { url: 'http://127.0.0.1:9/hook', last: 1 }],
  ])('/%s has a limit of its own, by merchant', async (operation, times, body) => {
    const { id } = await register();
    const answers = [];
    for (let n = 0; n < times; n += 1)
      answers.push(await dispatcher.send('POST', `/webhook-endpoints/${id}/${operation}`, body));

    expect(answers.at(-2)?.status).toBe(200);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'request.rate_limited', retryable: true } });
  });

  it('to another address shows how its answers differ, and changes nothing', async () => {
    receiver.answers((_, response) => response.writeHead(200).end('taken'));
    const { id, secret } = await register(['charge.*']);
    await dispatcher.createPaidCharge(null);
    await eventuallyHolds(async () =>
      expect((await deliveries()).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']),
    );
    candidate.answers((request, response) => {
      const isPaid = request.headers['webhook-id'] === receiver.received.at(-1)?.headers['webhook-id'];
      response.writeHead(isPaid ? 500 : 200).end(isPaid ? 'broken' : 'taken');
    });

    const { body } = await dispatcher.send('POST', `/webhook-endpoints/${id}/replay`, { url: candidate.url, last: 5 });

    expect(body).toMatchObject({ url: candidate.url, same: 1, different: 1, notTried: 0 });
    expect((body['results'] as object[])[0]).toMatchObject({
      eventType: 'charge.paid',
      original: { isDelivered: true, responseStatus: 200, responseBody: 'taken' },
      replay: { isDelivered: false, responseStatus: 500, responseBody: 'broken' },
      ...{ isSameStatus: false, isSameBody: false },
    });
    const [message] = candidate.received;
    expect(message?.headers['repasse-replay']).toBe('true');
    new Webhook(secret).verify(message!.body, message!.headers as Record<string, string>);
    expect((await deliveries()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });
});
