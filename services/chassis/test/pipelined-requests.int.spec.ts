import { type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen, type Listening } from '../src/http/listen';
import { eventually } from '../src/testing/eventually';

describe('requests that come on one connection before the one before them is answered', () => {
  /** Paths in the order in which the application got them. */
  let asked: string[];
  let open: Map<string, ServerResponse>;
  let server: Listening;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    asked = [];
    open = new Map();
    server = await listen((request: IncomingMessage, response: ServerResponse) => {
      asked.push(request.url ?? '');
      open.set(request.url ?? '', response);
    }, 0);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.close(0);
  });

  const client = (): { readonly socket: Socket; readonly received: () => string } => {
    const socket = connect(server.port, 'localhost').on('error', () => undefined);
    sockets.push(socket);
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
    return { socket, received: () => text };
  };
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const gets = (count: number): string => Array.from({ length: count }, (_, at) => get(`/${at}`)).join('');
  const isClosed = (socket: Socket) => eventually(() => socket.destroyed);

  it('are handed over one by one, in order', async () => {
    const { socket, received } = client();
    socket.write(gets(50));
    for (let at = 0; at < 50; at += 1) {
      await eventually(() => open.has(`/${at}`));
      expect(asked).toHaveLength(at + 1);
      open.get(`/${at}`)?.end(`answer ${at};`);
    }
    await eventually(() => received().includes('answer 49;'));
    expect([...received().matchAll(/answer (\d+);/g)].map(([, at]) => Number(at))).toEqual(
      Array.from({ length: 50 }, (_, at) => at),
    );
  });

  it('are not read while one waits', async () => {
    const { socket } = client();
    socket.write(gets(2));
    const first = await eventually(() => open.get('/0'));
    socket.write(get('/much').repeat(90));
    // As many round trips as would have brought them.
    for (let trip = 0; trip < 3; trip += 1) {
      const other = client();
      other.socket.write(get(`/other/${trip}`));
      (await eventually(() => open.get(`/other/${trip}`))).end();
      await eventually(() => other.received() !== '');
    }
    expect(first.req.socket.bytesRead).toBe(gets(2).length);

    first.end();
    (await eventually(() => open.get('/1'))).end();
    await eventually(() => open.has('/much'));
  });

  it('have their bodies', async () => {
    const { socket } = client();
    const post = (path: string, body: string) =>
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const long = 'x'.repeat(1_000_000);
    socket.write(post('/0', 'short') + post('/1', long) + get('/2'));
    await eventually(() => open.has('/0'));
    open.get('/0')?.end();
    const second = await eventually(() => open.get('/1'));
    let bytes = 0;
    second.req.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await eventually(() => bytes === long.length);
    second.end();

    await eventually(() => open.has('/2'));
  });

  it('end with their connection, unanswered', async () => {
    const { socket } = client();
    socket.write(gets(20));
    const first = await eventually(() => open.get('/0'));
    // Nobody reads the connection now, so the next byte that is sent finds out.
    socket.resetAndDestroy();
    const beats = setInterval(() => first.write('beat'), 10);
    await eventually(() => first.closed);
    clearInterval(beats);

    expect(asked).toEqual(['/0']);
  });

  it('are cut off when they are more than a few at once', async () => {
    const { socket } = client();
    socket.write(gets(1_000));
    await isClosed(socket);

    expect(asked).toEqual(['/0']);
    expect(open.get('/0')?.closed).toBe(true);
  });
});

describe('the headers of a request', () => {
  const ask = async (lines: number): Promise<string> => {
    const seen: (string | undefined)[] = [];
    const server = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    }, 0);
    const socket = connect(server.port, 'localhost');
    socket.end(`GET / HTTP/1.1\r\nhost: x\r\n${'a:\r\n'.repeat(lines)}authorization: last\r\n\r\n`);
    let text = '';
    for await (const bytes of socket) text += String(bytes);
    await server.close(0);
    return `${text.slice(9, 12)} ${seen.join()}`;
  };

  it('are refused when they are more than any client sends, and never left out', async () => {
    expect(await ask(198)).toBe('200 last');
    expect(await ask(199)).toBe('431 ');
    expect(await ask(1_500)).toBe('431 ');
  });
});
