import { type IncomingMessage, type ServerResponse } from 'node:http';
import { internalToken } from '@repasse/chassis/testing/running-service';
import { bodyOf, startStandIn, type StandIn } from '@repasse/chassis/testing/stand-in';
import { emailHashOf } from '../../src/workflow/resolve-recipients';
import { GatewayStandIn, type GatewayMood } from './gateway-stand-in';

export type { CardMood, GatewayMood } from './gateway-stand-in';

export interface PeerUser {
  readonly userId: number;
  readonly email: string;
  readonly status?: 'ACTIVE' | 'SUSPENDED';
  readonly profiles?: readonly string[];
}

/** payment-gateway and identity as the charge service meets them: their internal protocol over real HTTP. */
export class Peers {
  readonly gateway = new GatewayStandIn();
  isIdentityAway = false;
  readonly lookups: string[] = [];
  readonly #users = new Map<string, PeerUser>();
  #server: StandIn | undefined;

  async start(): Promise<void> {
    this.#server = await startStandIn((request, response) => this.#answer(request, response));
  }

  get url(): string {
    return this.#server?.url ?? '';
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
    this.#server?.hangUp();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://peers');
    if (request.headers['repasse-internal-token'] !== internalToken) send(response, 401, {});
    else if (url.pathname === '/internal/users') this.#findUser(url, response);
    else {
      const text = await bodyOf(request);
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

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
