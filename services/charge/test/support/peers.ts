import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { components } from '@repasse/contracts/generated/http/payment-gateway';
import { emailHashOf } from '../../src/workflow/resolve-recipients';

type PaymentRequest = components['schemas']['RequestPayment'];

export interface PeerUser {
  readonly userId: number;
  readonly email: string;
  readonly status?: 'ACTIVE' | 'SUSPENDED';
  readonly profiles?: readonly string[];
}

/** How the gateway's stand-in answers. `hang` takes the request and never answers. */
export type GatewayMood = 'offer' | 'refuse' | 'unavailable' | 'silent' | 'hang' | 'unsettled' | 'expired' | 'fail';

export const testInternalToken = 'test-internal-token';

/** payment-gateway and identity as the charge service meets them: their internal protocol over real HTTP. */
export class Peers {
  mood: GatewayMood = 'offer';
  isIdentityAway = false;
  readonly payments: PaymentRequest[] = [];
  readonly lookups: string[] = [];
  readonly #users = new Map<string, PeerUser>();
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  addUser(user: PeerUser): void {
    this.#users.set(emailHashOf(user.email), user);
  }

  /** The gateway knows a payment by its id, so asking twice gives one invoice. */
  invoiceIdOf(paymentId: string): number {
    return 50_000 + this.payments.findIndex((payment) => payment.paymentId === paymentId);
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
      this.payments.push(JSON.parse(await textOf(request)) as PaymentRequest);
      this.#answerPayment(response);
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

  #answerPayment(response: ServerResponse): void {
    const payment = this.payments.at(-1);
    if (!payment) throw new Error('No payment was asked for.');
    switch (this.mood) {
      case 'offer':
        return send(response, 200, this.#offerOf(payment));
      case 'unsettled':
        return send(response, 200, { ...this.#offerOf(payment), status: 'UNKNOWN', pix: null });
      case 'expired':
        return send(response, 200, { ...this.#offerOf(payment), status: 'EXPIRED' });
      case 'fail':
        return send(response, 200, { ...this.#offerOf(payment), status: 'FAILED', pix: null });
      case 'refuse':
        return send(response, 502, { code: 'provider.rejected' });
      case 'unavailable':
        return send(response, 503, { code: 'provider.unavailable' });
      case 'silent':
        return send(response, 504, { code: 'provider.timeout' });
      case 'hang':
        return undefined;
    }
  }

  #offerOf({ paymentId, paymentMethod, expiresAt, amountMinor, currency }: PaymentRequest): object {
    const txid = paymentId.slice('pay_'.length);
    return {
      paymentId,
      invoiceId: this.invoiceIdOf(paymentId),
      paymentMethod,
      amountMinor,
      currency,
      provider: 'PIX',
      providerReference: txid,
      status: 'PENDING',
      expiresAt,
      pix: { emv: `00020101021226${txid}6304ABCD`, qrCodeBase64: 'iVBORw0KGgo=', txid },
    };
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
