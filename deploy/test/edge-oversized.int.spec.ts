import { createServer } from 'node:http';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { callApi } from '@repasse/chassis/testing/http-test';
import { sendOversizedBody, type OversizedRequest } from '@repasse/chassis/testing/oversized-body';
import { listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

const together = 20;
const megabyte = 1_024 * 1_024;
const tooLarge = { status: 413, contentType: 'application/problem+json', code: 'request.too_large' };

describe('a body that is too large, at the edge', () => {
  let service: TestServer;
  let edge: Running;
  let isServiceAsked = false;

  beforeAll(async () => {
    const server = createServer((_request, response) => {
      isServiceAsked = true;
      response.end('{}');
    });
    service = await listenOn(server);
    edge = await startEdgeBefore(service.url);
  });
  beforeEach(() => (isServiceAsked = false));
  afterAll(async () => {
    await edge.stop();
    await service.close();
  });

  const oversized = (): OversizedRequest => ({
    ...{ url: edge.url, path: '/charge', nextPath: '/health/live' },
    bodyBytes: 5_000_000,
  });

  it.each<[string, Partial<OversizedRequest>]>([
    ['with its length', {}],
    ['in chunks', { isChunked: true }],
    ['slowly, with its length', { pauseMs: 5 }],
    ['slowly, in chunks', { isChunked: true, pauseMs: 5 }],
  ])('is refused %s, before the service hears of it, and the connection goes on', async (_how, more) => {
    const sent = Array.from({ length: together }, () => sendOversizedBody({ ...oversized(), ...more }));

    expect(await Promise.all(sent)).toEqual(sent.map(() => ({ ...tooLarge, next: 200 })));
    expect(isServiceAsked).toBe(false);
  });

  it('is refused to clients that look at the answer meanwhile', async () => {
    const rawBody = new Uint8Array(5_000_000);
    const sent = Array.from({ length: together }, () => callApi(edge.url, 'POST', '/charge', { rawBody }));

    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 413));
  });

  it.each([
    ['/charge', 64 * 1_024],
    ['/callbacks/pix/token/pix', megabyte],
  ])('is one of more than the description allows: %s, %d bytes', async (path, limitBytes) => {
    const statusOf = async (bytes: number) =>
      (await callApi(edge.url, 'POST', path, { rawBody: new Uint8Array(bytes) })).status;

    expect([await statusOf(limitBytes), await statusOf(limitBytes + 1)]).toEqual([200, 413]);
  });
});
