import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A merchant's callback receiver outside the sandbox, so that it stays when the sandbox is restarted. */
export class Receiver {
  readonly requests: { readonly path: string; readonly body: string; readonly headers: IncomingHttpHeaders }[] = [];
  private failures = 0;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        receiver.requests.push({ path: request.url ?? '', body, headers: request.headers });
        response.writeHead(receiver.failures-- > 0 ? 503 : 200).end();
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, resolve));
    return receiver;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** The ids of the payments it was told of, in order. */
  get payments(): string[] {
    return this.requests.flatMap(({ body }) =>
      (JSON.parse(body) as { pix: { endToEndId: string }[] }).pix.map(({ endToEndId }) => endToEndId),
    );
  }

  failNext(times: number): void {
    this.failures = times;
  }

  reset(): void {
    this.requests.length = 0;
    this.failures = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
