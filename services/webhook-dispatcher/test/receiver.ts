import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A merchant's webhook endpoint: keeps what came and answers as the test says. */
export class Receiver {
  readonly received: Received[] = [];
  private server: Server | undefined;
  private respond: RequestListener = (_, response) => response.writeHead(204).end();

  static async start(respond?: RequestListener): Promise<Receiver> {
    const receiver = new Receiver();
    if (respond !== undefined) receiver.respond = respond;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        receiver.respond(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver.server = server;
    return receiver;
  }

  get url(): string {
    const { port } = this.server?.address() as AddressInfo;
    return `http://127.0.0.1:${port}/hook`;
  }

  answers(respond: RequestListener): void {
    this.respond = respond;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
