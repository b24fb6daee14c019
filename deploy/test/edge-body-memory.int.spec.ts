import { createServer, type ServerResponse } from 'node:http';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { eventually } from '@repasse/chassis/testing/eventually';
import { ask, listenOn, startEdgeBefore, type Answered, type TestServer } from './edge-for-tests';

const megabyte = 1_024 * 1_024;
/** The part of one address. */
const bodiesMax = 16;

describe('the bodies that the edge keeps for one address', () => {
  const open: ServerResponse[] = [];
  let service: TestServer;
  let edge: Running;

  beforeAll(async () => {
    service = await listenOn(
      createServer((request, response) => {
        request.resume();
        if (request.headers['x-at-once'] === undefined) open.push(response);
        else response.end('{}');
      }),
    );
    edge = await startEdgeBefore(service.url, { PROXIES_IN_FRONT: '1' });
  });
  afterAll(async () => {
    await edge.stop();
    await service.close();
  });

  const report = (address: string, headers: Record<string, string> = {}): Promise<Answered> =>
    ask(edge.url, {
      ...{ method: 'POST', path: '/callbacks/pix/token/pix', body: Buffer.alloc(megabyte) },
      headers: { ...headers, 'x-forwarded-for': address },
    });
  const statusAtOnce = async (address: string): Promise<number | undefined> =>
    (await report(address, { 'x-at-once': '1' })).status;

  it('have an end, which others do not notice, until they are answered', async () => {
    const kept = Array.from({ length: bodiesMax }, () => report('198.51.100.1'));
    await eventually(() => open.length === bodiesMax);
    const refused = await report('198.51.100.1');

    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2']);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'request.rate_limited', retryable: true });
    expect(await statusAtOnce('198.51.100.2')).toBe(200);

    for (const response of open) response.end('{}');
    expect((await Promise.all(kept)).map(({ status }) => status)).toEqual(kept.map(() => 200));
    await eventually(async () => (await statusAtOnce('198.51.100.1')) === 200);
  });
});
