import { type ServerResponse } from 'node:http';
import { eventually } from '@repasse/chassis/testing/eventually';
import { startDispatcher, type Dispatcher } from './dispatcher';
import { Receiver } from './receiver';

const charges = 300;
/** As many as the bus has connections for. */
const madeAtOnce = 10;

const gigabyte = 1_024 * 1_024 * 1_024;

/** Until its caller hangs up. */
const drip = (response: ServerResponse): void => {
  response.writeHead(200);
  const dripping = setInterval(() => response.write('.'), 1_000);
  response.on('close', () => clearInterval(dripping));
};

const flood = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': gigabyte });
  const piece = Buffer.alloc(64 * 1_024);
  const pour = (): void => {
    while (!response.destroyed && response.write(piece)) continue;
  };
  response.on('drain', pour);
  pour();
};

describe('receivers that misbehave', () => {
  let dispatcher: Dispatcher;
  let inside: Receiver;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    [dispatcher, inside] = await Promise.all([startDispatcher(), Receiver.start()]);
  });
  afterAll(() => Promise.all([dispatcher.stop(), inside.stop(), ...receivers.map((one) => one.stop())]));

  const register = async (respond?: Parameters<typeof Receiver.start>[0]): Promise<Receiver> => {
    const receiver = await Receiver.start(respond);
    receivers.push(receiver);
    await dispatcher.register({ url: receiver.url, eventTypes: ['charge.created'] });
    return receiver;
  };

  it('delay no other: one hangs, one drips, one floods, one leads inside', async () => {
    let givenUp = 0;
    const well = await register();
    const hanging = await register((_, response) => response.on('close', () => (givenUp += 1)));
    await register((_, response) => drip(response));
    const flooding = await register((_, response) => flood(response));
    const leading = await register((_, response) => response.writeHead(307, { location: inside.url }).end());

    for (let made = 0; made < charges; made += madeAtOnce) {
      await Promise.all(Array.from({ length: madeAtOnce }, () => dispatcher.createCharge(null)));
    }
    await eventually(() => well.received.length === charges);

    // Had each charge waited for the hanging receiver, every request to it would have timed out by now.
    expect(givenUp).toBeLessThan(charges);
    await eventually(() => hanging.received.length > 0);
    await eventually(() => flooding.received.length > 0 && leading.received.length > 0);
    expect(inside.received).toEqual([]);
    expect(new Set(well.received.map(({ headers }) => headers['webhook-id'])).size).toBe(charges);
  }, 90_000);
});
