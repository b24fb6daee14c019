import { createServer, type ServerResponse } from 'node:http';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { eventually } from '@repasse/chassis/testing/eventually';
import { listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

describe('a stream through the edge', () => {
  const open: ServerResponse[] = [];
  let upstream: TestServer;
  let edge: Running;

  beforeAll(async () => {
    const server = createServer((_request, response) => {
      open.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.write('event: state\n\n');
    });
    upstream = await listenOn(server);
    edge = await startEdgeBefore(upstream.url);
  });
  afterAll(() => upstream.close());

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
