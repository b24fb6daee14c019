import { createServer } from 'node:http';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

describe('Strict-Transport-Security', () => {
  let service: TestServer;
  let alone: Running;
  let behindProxy: Running;

  beforeAll(async () => {
    service = await listenOn(createServer((_, response) => response.setHeader('x-own', '1').end('{}')));
    [alone, behindProxy] = await Promise.all([
      startEdgeBefore(service.url),
      startEdgeBefore(service.url, { PROXIES_IN_FRONT: '1', IDENTITY_URL: 'http://127.0.0.1:1' }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([alone.stop(), behindProxy.stop()]);
    await service.close();
  });

  const strictOf = async (edge: Running, path: string, proto?: string) => {
    const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
    return (await ask(edge.url, { path, headers })).headers['strict-transport-security'];
  };

  it.each([
    ['a service', '/balance'],
    ['the edge', '/'],
    ['the edge, of a service that is away', '/users/me'],
    ['the edge, of nothing', '/nothing'],
  ])('is in an answer of %s to who came by https, and to nobody else', async (_, path) => {
    expect(await strictOf(behindProxy, path, 'https')).toBe('max-age=31536000; includeSubDomains');
    expect(await strictOf(behindProxy, path, 'https, http')).toBeDefined();
    expect(await strictOf(behindProxy, path, 'http')).toBeUndefined();
    expect(await strictOf(behindProxy, path)).toBeUndefined();
    expect(await strictOf(alone, path, 'https')).toBeUndefined();
  });

  it('stands beside the headers of the service', async () => {
    const { headers } = await ask(behindProxy.url, { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers).toMatchObject({ 'x-own': '1', 'content-length': '2' });
  });
});
