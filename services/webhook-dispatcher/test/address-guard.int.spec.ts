import { createServer, type AddressInfo, type Server } from 'node:net';
import { createSend } from '../src/delivery/send';
import { startNameServer } from './name-server';

const message = { body: '{}', headers: { 'webhook-id': 'msg_1' } };
const refused = { type: 'failed', failure: expect.stringContaining('The address is not public') };

/** Those that are set aside for examples are refused, so it is a real one. The port is closed there. */
const publicAddress = '8.8.8.8';

describe('a webhook to a name that leads inside', () => {
  let inside: Server;
  let connections = 0;
  let port: number;

  beforeEach(async () => {
    connections = 0;
    inside = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    ({ port } = inside.address() as AddressInfo);
  });
  afterEach(() => new Promise((resolve) => inside.close(resolve)));

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '192.168.1.1', '0.0.0.0'])(
    'at %s is never dialled',
    async (address) => {
      const names = await startNameServer(address);
      const { send, close } = createSend({ isSandbox: false, lookup: names.lookup });

      expect(await send({ url: `https://merchant.example:${port}/hook`, ...message })).toEqual(refused);

      expect([names.questions(), connections]).toEqual([1, 0]);
      close();
      await names.stop();
    },
  );

  it('after it led outside when it was looked at is refused: what is dialled is what was checked', async () => {
    const names = await startNameServer(publicAddress, '127.0.0.1');
    const { send, close } = createSend({ isSandbox: false, lookup: names.lookup, timeoutMs: 300 });

    const first = await send({ url: `https://merchant.example:${port}/hook`, ...message });
    const second = await send({ url: `https://merchant.example:${port}/hook`, ...message });

    expect(first).toMatchObject({ type: 'failed' });
    expect(first).not.toEqual(refused);
    expect(second).toEqual(refused);
    expect(connections).toBe(0);
    close();
    await names.stop();
  });

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '017700000001'])(
    'written as %s is refused without a question',
    async (host) => {
      const names = await startNameServer(publicAddress);
      const { send, close } = createSend({ isSandbox: false, lookup: names.lookup });

      expect(await send({ url: `https://${host}:${port}/hook`, ...message })).toEqual(refused);

      expect([names.questions(), connections]).toEqual([0, 0]);
      close();
      await names.stop();
    },
  );
});
