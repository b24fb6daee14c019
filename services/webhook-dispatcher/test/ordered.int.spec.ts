import { type ServerResponse } from 'node:http';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { movableClock } from './movable-clock';
import { Receiver } from './receiver';

describe('an ordered endpoint', () => {
  let dispatcher: Dispatcher;
  let receiver: Receiver;
  let clock: ReturnType<typeof movableClock>;

  beforeEach(async () => {
    clock = movableClock();
    [dispatcher, receiver] = await Promise.all([startDispatcher({ clock, random: () => 0.5 }), Receiver.start()]);
  });
  afterEach(() => Promise.all([dispatcher.stop(), receiver.stop()]));

  const register = () => dispatcher.register({ url: receiver.url, eventTypes: ['*'], isOrdered: true });
  const sequences = (): number[] =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);

  it('gets each message when the one before has arrived, however often that is tried', async () => {
    const failed = new Set<string>();
    receiver.answers((request, response) => {
      const id = String(request.headers['webhook-id']);
      response.writeHead(failed.has(id) ? 204 : 500).end();
      failed.add(id);
    });
    await register();
    await dispatcher.createPaidCharge(null);

    // The second try of one comes when its time has come, and the first of the next at once behind it.
    for (const tries of [1, 3, 5, 6]) {
      await eventuallyHolds(async () => {
        const attempts = (await dispatcher.deliveries()).map((delivery) => delivery.attempts);
        expect(attempts.reduce((sum, made) => sum + made, 0)).toBe(tries);
      });
      clock.advance(5_000);
    }
    expect(sequences()).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it('has one request at a time', async () => {
    const open: ServerResponse[] = [];
    receiver.answers((_, response) => void open.push(response));
    await register();
    await dispatcher.createPaidCharge(null);

    for (let answered = 0; answered < 3; answered += 1) {
      await eventually(() => open.length === answered + 1);
      expect(receiver.received).toHaveLength(answered + 1);
      open[answered]?.writeHead(204).end();
    }
    expect(sequences()).toEqual([1, 2, 3]);
  });

  it('goes on behind one that has used up its retries', async () => {
    receiver.answers((_, response) => response.writeHead(sequences().at(-1) === 1 ? 500 : 204).end());
    await register();
    await dispatcher.createCharge(null);

    await dispatcher.exhaust(clock, '&eventType=charge.created');
    await eventually(() => receiver.received.length === 5);

    expect(sequences()).toEqual([1, 1, 1, 1, 2]);
  });

  it('sends what waits at once when it is not to be ordered any more', async () => {
    receiver.answers((_, response) => response.writeHead(sequences().at(-1) === 1 ? 500 : 204).end());
    const { id } = await register();
    await dispatcher.createPaidCharge(null);
    await eventually(() => receiver.received.length === 1);

    await dispatcher.send('PATCH', `/webhook-endpoints/${id}`, { isOrdered: false });

    await eventually(() => receiver.received.length >= 3);
    expect(sequences().toSorted()).toEqual(expect.arrayContaining([1, 2, 3]));
  });
});
