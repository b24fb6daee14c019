import { tokenFor } from '../../deploy/local/seed';
import { type StackFile } from '../../deploy/local/stack-file';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

/** Longer than any answer the API documents; a test that waits this long has found a fault. */
const requestTimeoutMs = 20_000;

interface RequestOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One HTTP request as a merchant's back end makes it; never throws for a status. */
export const request = async <Body = Problem>(
  method: string,
  url: string,
  options: RequestOptions = {},
): Promise<Answer<Body>> => {
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Body,
  };
};

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

export interface Charge {
  readonly id: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly grossAmount: string;
  readonly netAmount: string;
  readonly refundedAmount: string;
}

export interface Attempt {
  readonly id: string;
  readonly chargeId: string;
  readonly invoiceId: number;
  readonly status: string;
  readonly statusReason: string | null;
  readonly gatewayStatus: string;
  readonly paymentMethod: string;
  readonly grossAmount: string;
  readonly checkoutMeta: { readonly method: string; readonly emv: string; readonly qrCodeBase64: string };
  readonly checkoutUrl: string;
  readonly checkoutToken: string;
  readonly splitSettlement: readonly {
    readonly userId: number;
    readonly amountCents: number;
    readonly isOwner: boolean;
  }[];
}

export interface InboxMessage {
  readonly receivedAt: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  readonly verified: boolean;
}

/** What a merchant does, in a merchant's words. */
export class MerchantApi {
  private constructor(
    readonly stack: StackFile,
    readonly token: string,
  ) {}

  static async signIn(
    stack: StackFile,
    key: { clientId: string; clientSecret: string } = stack.merchant,
  ): Promise<MerchantApi> {
    return new MerchantApi(stack, await tokenFor(stack.baseUrl, key.clientId, key.clientSecret));
  }

  static withToken(stack: StackFile, token: string): MerchantApi {
    return new MerchantApi(stack, token);
  }

  get<Body>(path: string): Promise<Answer<Body>> {
    return request<Body>('GET', `${this.stack.baseUrl}${path}`, { token: this.token });
  }

  post<Body>(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer<Body>> {
    return request<Body>('POST', `${this.stack.baseUrl}${path}`, {
      token: this.token,
      ...(body !== undefined && { body }),
      headers,
    });
  }

  put<Body>(path: string, body: unknown): Promise<Answer<Body>> {
    return request<Body>('PUT', `${this.stack.baseUrl}${path}`, { token: this.token, body });
  }

  createPixCharge(extra: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer<Attempt>> {
    return this.post<Attempt>(
      '/charge',
      { grossAmount: '100.00', currency: 'BRL', paymentMethod: 'PIX', ...extra },
      headers,
    );
  }

  async charge(chargeId: string): Promise<Charge> {
    return (await this.get<Charge>(`/charge/${chargeId}`)).body;
  }

  async attempt(attemptId: string): Promise<Attempt> {
    return (await this.get<Attempt>(`/charge/attempts/${attemptId}`)).body;
  }

  /** What the charge's timeline tells, as the types of its entries. */
  async timelineTypes(chargeId: string): Promise<readonly string[]> {
    const { body } = await this.get<{ readonly entries: readonly { readonly type: string }[] }>(
      `/charge/${chargeId}/timeline`,
    );
    return body.entries.map(({ type }) => type);
  }

  /** The payer's bank app of the sandbox. */
  pay(emv: string, amount?: string): Promise<Answer<{ endToEndId: string }>> {
    const body = { emv, ...(amount !== undefined && { amount }) };
    return request('POST', `${this.stack.sandboxUrl}/sandbox/pix/pay`, { body });
  }

  /** Money that was on its way when the charge at the bank ended, or comes a second time. */
  payAllTheSame(emv: string): Promise<Answer<{ endToEndId: string }>> {
    return request('POST', `${this.stack.sandboxUrl}/sandbox/pix/pay`, { body: { emv, force: true } });
  }

  async inbox(name: string): Promise<readonly InboxMessage[]> {
    return (await request<readonly InboxMessage[]>('GET', this.inboxUrl(name))).body;
  }

  inboxUrl(name: string): string {
    return `${this.stack.sandboxUrl}/sandbox/inbox/${name}`;
  }

  /** Cents a user may spend now. */
  async availableCents(userId: number): Promise<number> {
    const admin = await tokenFor(this.stack.baseUrl, this.stack.admin.clientId, this.stack.admin.clientSecret);
    const { body } = await request<{ available: string }>(
      'GET',
      `${this.stack.baseUrl}/balance?user_id=${String(userId)}`,
      { token: admin },
    );
    return Number(body.available.replace('.', ''));
  }

  async ledgerCheck(): Promise<{ readonly isBalanced: boolean }> {
    const admin = await tokenFor(this.stack.baseUrl, this.stack.admin.clientId, this.stack.admin.clientSecret);
    return (await request<{ isBalanced: boolean }>('GET', `${this.stack.baseUrl}/ledger/check`, { token: admin })).body;
  }
}
