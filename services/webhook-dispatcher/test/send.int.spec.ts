import { createServer, type AddressInfo, type Socket } from 'node:net';
import { attemptTimeoutMs, createSend, responseBytesMax, type Send } from '../src/delivery/send';
import { Receiver } from './receiver';

/** As long as in production: a busy machine must not look like a slow receiver. */
const patienceMs = attemptTimeoutMs;
/** For the tests of silence, which would otherwise take the real ten seconds. */
const impatienceMs = 400;
const message = { body: '{"type":"charge.paid"}', headers: { 'webhook-id': 'msg_1' } };

/** Answers the first request of a connection, and closes the connection when the next comes: what a race for it looks like. */
const startClosingReceiver = async ({ answersFirst = true } = {}) => {
  const connections: string[][] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const log: string[] = [];
    connections.push(log);
    sockets.push(socket);
    let mayAnswer = answersFirst;
    socket.on('data', () => {
      log.push(mayAnswer ? 'answered' : 'closed');
      if (mayAnswer) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      else socket.destroy();
      mayAnswer = false;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    connections: () => connections.map((log) => log.join(' ')),
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

describe('sending one webhook', () => {
  let receiver: Receiver;
  let send: Send;
  let sendImpatiently: Send;
  let close: () => void;

  beforeEach(async () => {
    receiver = await Receiver.start();
    const [patient, impatient] = [patienceMs, impatienceMs].map((timeoutMs) =>
      createSend({ isSandbox: true, timeoutMs }),
    );
    send = patient!.send;
    sendImpatiently = impatient!.send;
    close = () => {
      patient!.close();
      impatient!.close();
    };
  });

  afterEach(async () => {
    close();
    await receiver.stop();
  });

  it('posts the very bytes that were signed', async () => {
    const outcome = await send({ url: receiver.url, ...message });

    expect(outcome).toEqual({ type: 'answered', status: 204, body: '', retryAfterMs: null });
    expect(receiver.received).toEqual([
      expect.objectContaining({
        body: message.body,
        headers: expect.objectContaining({ 'webhook-id': 'msg_1', 'content-type': 'application/json' }),
      }),
    ]);
  });

  it('does not follow a redirect', async () => {
    receiver.answers((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );

    expect(await send({ url: receiver.url, ...message })).toMatchObject({ type: 'answered', status: 302 });
  });

  it('reads Retry-After', async () => {
    receiver.answers((_, response) => response.writeHead(503, { 'retry-after': '30' }).end());

    expect(await send({ url: receiver.url, ...message })).toMatchObject({ status: 503, retryAfterMs: 30_000 });
  });

  it('gives up on a receiver that says nothing', async () => {
    receiver.answers(() => undefined);

    expect(await sendImpatiently({ url: receiver.url, ...message })).toEqual({
      type: 'failed',
      failure: `No whole answer within ${impatienceMs} ms.`,
    });
  });

  it('gives up on an answer that comes byte by byte', async () => {
    receiver.answers((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 50);
      response.once('close', () => clearInterval(drip));
    });

    expect(await sendImpatiently({ url: receiver.url, ...message })).toMatchObject({ type: 'failed' });
  });

  it('keeps the first 4 KiB of an answer that never ends', async () => {
    receiver.answers((_, response) => {
      response.writeHead(200);
      const flood = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', flood);
      flood();
    });

    const outcome = await send({ url: receiver.url, ...message });

    expect(outcome).toMatchObject({ type: 'answered', status: 200 });
    expect(outcome.type === 'answered' && outcome.body.length).toBe(responseBytesMax);
  });

  it('keeps no half of a character', async () => {
    // 3 bytes each: the last that begins within the limit does not fit.
    receiver.answers((_, response) => response.end('€'.repeat(5_000)));

    const outcome = await send({ url: receiver.url, ...message });

    expect(outcome.type === 'answered' && outcome.body).toBe('€'.repeat(Math.floor(responseBytesMax / 3)));
  });

  it('uses a connection again, and another when the receiver closed it meanwhile', async () => {
    const { url, connections, stop } = await startClosingReceiver();

    expect(await send({ url, ...message })).toMatchObject({ type: 'answered', status: 204 });
    expect(await send({ url, ...message })).toMatchObject({ type: 'answered', status: 204 });

    // The second request found its connection closed, and went out on another.
    expect(connections()).toEqual(['answered closed', 'answered']);
    await stop();
  });

  it('does not repeat a request that failed on a new connection', async () => {
    const { url, connections, stop } = await startClosingReceiver({ answersFirst: false });

    expect(await send({ url, ...message })).toMatchObject({ type: 'failed' });

    expect(connections()).toEqual(['closed']);
    await stop();
  });

  it('says why a connection failed', async () => {
    const { url } = receiver;
    await receiver.stop();

    expect(await send({ url, ...message })).toMatchObject({
      type: 'failed',
      failure: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('sending outside the sandbox', () => {
  const { send, close } = createSend({ isSandbox: false });
  afterAll(close);

  it.each([
    ['plain http', 'http://merchant.example/hook', 'https only'],
    ['a private address', 'https://10.0.0.1/hook', 'not public'],
    ['the metadata service', 'https://169.254.169.254/hook', 'not public'],
    ['loopback in IPv6', 'https://[::1]/hook', 'not public'],
    ['a v4-mapped address', 'https://[::ffff:127.0.0.1]/hook', 'not public'],
    ['an address in one number', 'https://2130706433/hook', 'not public'],
    ['a name that leads to loopback', 'https://localhost/hook', 'not public'],
  ])('refuses %s before anything is dialled', async (_, url, reason) => {
    expect(await send({ url, ...message })).toEqual({ type: 'failed', failure: expect.stringContaining(reason) });
  });
});
