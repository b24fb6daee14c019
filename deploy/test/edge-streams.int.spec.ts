import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Running } from '@repasse/chassis/lifecycle/lifecycle';
import { eventually } from '@repasse/chassis/testing/eventually';
import { loadConfig } from '../edge/config';
import { startEdge } from '../edge/main';

describe('a stream through the edge', () => {
  const open: ServerResponse[] = [];
  let upstream: Server;
  let edge: Running;

  beforeAll(async () => {
    upstream = createServer((_request, response) => {
      open.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.write('event: state\n\n');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const names = ['CHARGE', 'PAYMENT_GATEWAY', 'SPLIT_SETTLEMENT', 'INVOICE_QUERY', 'WEBHOOK_DISPATCHER', 'IDENTITY'];
    const upstreams = Object.fromEntries(names.map((name) => [`${name}_URL`, url]));
    edge = await startEdge(loadConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...upstreams }));
  });
  afterAll(async () => {
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
  });

  const follow = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${edge.url}/checkout/ch_1/events?token=t`, signal ? { signal } : {});

  it('comes as it is written, and ends at the source when the reader leaves', async () => {
    const abort = new AbortController();
    const answer = await follow(abort.signal);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('event: state\n\n');
    open[0]?.write('event: beat\n\n');
    expect((await reader.read()).value).toBe('event: beat\n\n');
    abort.abort();
    await eventually(() => open[0]?.closed === true);
  });

  it('does not keep the edge from stopping', async () => {
    await follow();
    await edge.stop();
    await eventually(() => open.at(-1)?.closed === true);
  });
});
