import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emailHashOf } from '../../src/workflow/resolve-recipients';
import { GatewayStandIn, type GatewayMood } from './gateway-stand-in';

export type { CardMood, GatewayMood, QuoteMood } from './gateway-stand-in';

export interface PeerUser {
  readonly userId: number;
  readonly email: string;
  readonly status?: 'ACTIVE' | 'SUSPENDED';
  readonly profiles?: readonly string[];
}

export const testInternalToken = 'test-internal-token';

/** payment-gateway and identity as the charge service meets them: their internal protocol over real HTTP. */
export class Peers {
  readonly gateway = new GatewayStandIn();
  isIdentityAway = false;
  readonly lookups: string[] = [];
  readonly #users = new Map<string, PeerUser>();
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get payments(): GatewayStandIn['payments'] {
    return this.gateway.payments;
  }

  set mood(mood: GatewayMood) {
    this.gateway.mood = mood;
  }

  addUser(user: PeerUser): void {
    this.#users.set(emailHashOf(user.email), user);
  }

  invoiceIdOf(paymentId: string): number {
    return this.gateway.invoiceIdOf(paymentId);
  }

  /** Ends the calls that are hanging, as a peer that dies does. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://peers');
    if (request.headers['repasse-internal-token'] !== testInternalToken) send(response, 401, {});
    else if (url.pathname === '/internal/users') this.#findUser(url, response);
    else {
      const text = await textOf(request);
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const answer = this.gateway.answer(url.pathname, body, url.searchParams);
      if (answer) send(response, answer.status, answer.body);
    }
  }

  #findUser(url: URL, response: ServerResponse): void {
    const emailHash = url.searchParams.get('emailHash') ?? '';
    this.lookups.push(emailHash);
    if (this.isIdentityAway) {
      send(response, 503, { code: 'server.unavailable' });
      return;
    }
    const user = this.#users.get(emailHash);
    if (!user) {
      send(response, 404, { code: 'user.not_found' });
      return;
    }
    const { userId, status = 'ACTIVE', profiles = ['CUSTOMER'] } = user;
    send(response, 200, { userId, status, profiles, emailHash });
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
