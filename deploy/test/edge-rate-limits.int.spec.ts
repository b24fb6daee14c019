import { createServer } from 'node:http';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

describe('rate limits at the edge', () => {
  let service: TestServer;
  let edge: Running;

  beforeAll(async () => {
    // As the services do: a made-up token is refused.
    service = await listenOn(
      createServer(({ headers }, response) => {
        const token = /^bearer +(\w+)$/i.exec(headers.authorization ?? '')?.[1] ?? headers['x-checkout-token'] ?? 'a';
        response.writeHead(String(token).startsWith('made') ? 401 : 200).end('{}');
      }),
    );
    edge = await startEdgeBefore(service.url, {
      PROXIES_IN_FRONT: '1',
      RATE_LIMIT_PER_ADDRESS: '6/60',
      RATE_LIMIT_PER_CREDENTIAL: '4/60',
      RATE_LIMIT_PER_OPERATION: 'POST /withdrawals=1/60, GET /charge/{chargeId}=2/60',
    });
  });
  afterAll(async () => {
    await edge.stop();
    await service.close();
  });

  const statuses = async (times: number, asked: Parameters<typeof ask>[1]): Promise<(number | undefined)[]> => {
    const found: (number | undefined)[] = [];
    for (let at = 0; at < times; at += 1) found.push((await ask(edge.url, asked)).status);
    return found;
  };
  const from = (address: string, token?: string) => ({
    'x-forwarded-for': address,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });

  it('count by address, whatever credential the caller sends', async () => {
    expect(await statuses(7, { headers: from('198.51.100.1') })).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await statuses(1, { headers: from('made-up, 198.51.100.1') })).toEqual([429]);
    expect(await statuses(1, { headers: from('198.51.100.2') })).toEqual([200]);
  });

  it('count by credential, wherever it comes from', async () => {
    expect(await statuses(4, { headers: from('198.51.100.3', 'a') })).toEqual([200, 200, 200, 200]);
    expect(await statuses(1, { headers: from('198.51.100.4', 'a') })).toEqual([429]);
    expect(await statuses(1, { headers: from('198.51.100.4', 'b') })).toEqual([200]);
  });

  it('count one credential however it is spelled', async () => {
    for (const authorization of ['Bearer d', 'bearer d', 'BEARER   d', 'Bearer  d']) {
      expect(await statuses(1, { headers: { ...from('198.51.100.7'), authorization } })).toEqual([200]);
    }
    expect(await statuses(1, { headers: from('198.51.100.8', 'd') })).toEqual([429]);
  });

  it('count by the credential that the operation checks, whatever stands beside it', async () => {
    const payer = { ...from('198.51.100.9'), 'x-checkout-token': 'e' };
    const paid = (more: Record<string, string>) =>
      statuses(1, {
        method: 'POST',
        path: '/charge/ch_1/checkout/payment',
        body: '{}',
        headers: { ...payer, ...more },
      });
    for (let at = 0; at < 4; at += 1) expect(await paid({ authorization: `Bearer other${at}` })).toEqual([200]);
    expect(await paid({ 'x-forwarded-for': '198.51.100.10', authorization: 'Bearer other5' })).toEqual([429]);
  });

  it('count made-up credentials for the address they come from', async () => {
    const made = (address: string, token: string) =>
      statuses(1, { method: 'POST', path: '/withdrawals', body: '{}', headers: from(address, token) });
    expect(await made('198.51.100.11', 'made1')).toEqual([401]);
    expect(await made('198.51.100.11', 'made2')).toEqual([429]);
    expect(await made('198.51.100.12', 'made2')).toEqual([401]);
  });

  it('do not count good credentials for their address', async () => {
    const withdrawal = (token: string) =>
      statuses(1, { method: 'POST', path: '/withdrawals', body: '{}', headers: from('198.51.100.13', token) });
    expect([await withdrawal('f'), await withdrawal('g'), await withdrawal('h')]).toEqual([[200], [200], [200]]);
    expect(await withdrawal('g')).toEqual([429]);
  });

  it('count HEAD as the GET it is', async () => {
    const asked = (method: string) =>
      statuses(1, { method, path: '/charge/ch_2', headers: from('198.51.100.14', 'i') });
    expect([await asked('GET'), await asked('HEAD'), await asked('HEAD')]).toEqual([[200], [200], [429]]);
  });

  it('count by operation, and say when to come again', async () => {
    const withdrawal = { method: 'POST', path: '/withdrawals', body: '{}', headers: from('198.51.100.5', 'c') };
    expect(await statuses(1, withdrawal)).toEqual([200]);
    const refused = await ask(edge.url, withdrawal);

    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'ratelimit-limit': '1',
      'ratelimit-remaining': '0',
      'retry-after': expect.stringMatching(/^\d+$/) as string,
    });
    expect(JSON.parse(refused.body.toString())).toMatchObject({ status: 429, code: 'request.rate_limited' });
    expect(await statuses(1, { path: '/charge/ch_1', headers: from('198.51.100.5', 'c') })).toEqual([200]);
  });

  it('do not count the reports of providers', async () => {
    const report = { method: 'POST', path: '/callbacks/nowpayments', body: '{}', headers: from('198.51.100.6') };
    expect(new Set(await statuses(10, report))).toEqual(new Set([200]));
  });

  it('are off unless they are set', async () => {
    const open = await startEdgeBefore(service.url);
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(open.url, {})));
    await open.stop();

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
