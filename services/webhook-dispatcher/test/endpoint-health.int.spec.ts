import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { failingMsMax } from '../src/domain/endpoint';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { movableClock } from './movable-clock';
import { Receiver } from './receiver';

describe('an endpoint that takes nothing', () => {
  let dispatcher: Dispatcher;
  let receiver: Receiver;
  let other: Receiver;
  let clock: ReturnType<typeof movableClock>;

  beforeEach(async () => {
    clock = movableClock();
    [dispatcher, receiver, other] = await Promise.all([
      startDispatcher({ clock, random: () => 0.5 }),
      Receiver.start(),
      Receiver.start(),
    ]);
  });
  afterEach(() => Promise.all([dispatcher.stop(), receiver.stop(), other.stop()]));

  const endpoint = async (id: string) => (await dispatcher.call('GET', `/webhook-endpoints/${id}`)).body;

  /** Pays a charge, and lets the delivery of it use up its retries. */
  const exhaustOne = async (id: string): Promise<void> => {
    const { chargeId } = await dispatcher.createPaidCharge(null);
    await dispatcher.exhaust(clock, `&endpointId=${id}&chargeId=${chargeId}`);
  };

  it('because it is gone is switched off at once, and the others are told', async () => {
    receiver.answers((_, response) => response.writeHead(410).end());
    const { id } = await dispatcher.register({ url: receiver.url, eventTypes: ['charge.paid'] });
    await dispatcher.register({ url: other.url, eventTypes: ['webhook_endpoint.*'] });
    await dispatcher.createPaidCharge(null);

    await eventually(() => other.received.length === 1);

    expect(await endpoint(id)).toMatchObject({ isEnabled: false, disabledReason: 'GONE' });
    expect(JSON.parse(other.received[0]!.body)).toMatchObject({
      type: 'webhook_endpoint.disabled',
      data: { endpoint: { id, url: receiver.url, disabledReason: 'GONE' } },
    });
    const text = await dispatcher.metric();
    expect(text).toMatch(/repasse_webhook_endpoints_disabled_total\{.*reason="gone".*\} 1/);
  });

  it('is switched off after days of failures, not before', async () => {
    receiver.answers((_, response) => response.writeHead(500).end());
    const { id } = await dispatcher.register({ url: receiver.url, eventTypes: ['charge.paid'] });

    await exhaustOne(id);
    expect(await endpoint(id)).toMatchObject({ isEnabled: true, failingSince: expect.any(String) });

    clock.advance(failingMsMax);
    await exhaustOne(id);
    await eventuallyHolds(async () =>
      expect(await endpoint(id)).toMatchObject({ isEnabled: false, disabledReason: 'FAILING' }),
    );
    expect((await dispatcher.call('GET', '/events?types=webhook_endpoint.disabled')).body['data']).toHaveLength(1);
  });

  it('and then something again is well', async () => {
    receiver.answers((_, response) => response.writeHead(500).end());
    const { id } = await dispatcher.register({ url: receiver.url, eventTypes: ['charge.paid'] });
    await exhaustOne(id);

    receiver.answers((_, response) => response.writeHead(204).end());
    await dispatcher.createPaidCharge(null);

    await eventuallyHolds(async () => expect(await endpoint(id)).toMatchObject({ failingSince: null }));
  });
});
