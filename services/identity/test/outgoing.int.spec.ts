import { startStandIn } from '@repasse/chassis/testing/stand-in';
import { openOutgoing } from '../src/company-sign-in/outgoing';

const how = { method: 'GET', headers: {}, body: null, redirect: 'manual' } as const;

/** How many requests came, whatever was answered to them. */
const standIn = async (answer: (path: string) => { status: number; location?: string; text?: string }) => {
  const paths: string[] = [];
  const { url, stop } = await startStandIn((request, response) => {
    paths.push(request.url ?? '');
    const { status, location, text = '' } = answer(request.url ?? '');
    response.writeHead(status, location === undefined ? {} : { location }).end(text);
  });
  return { url, stop, paths };
};

it.each(['https://127.0.0.1/a', 'https://[::ffff:10.0.0.1]/a', 'https://localhost/a', 'http://login.example.com/a'])(
  'asks nothing of %s where money is real',
  async (address) => {
    const { fetch, close } = openOutgoing({ isSandbox: false });
    await expect(fetch(address, how)).rejects.toThrow('not public');
    close();
  },
);

it('follows no redirect', async () => {
  const provider = await standIn(() => ({ status: 302, location: '/elsewhere' }));
  const { fetch, close } = openOutgoing({ isSandbox: true });
  expect((await fetch(`${provider.url}/a`, how)).status).toBe(302);
  expect(provider.paths).toEqual(['/a']);
  close();
  await provider.stop();
});

it('reads no answer to its end that does not end', async () => {
  const provider = await standIn(() => ({ status: 200, text: 'a'.repeat(300 * 1_024) }));
  const { fetch, close } = openOutgoing({ isSandbox: true });
  await expect(fetch(`${provider.url}/a`, how)).rejects.toThrow('larger than');
  close();
  await provider.stop();
});
