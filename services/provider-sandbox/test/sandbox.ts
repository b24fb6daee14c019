import { type Database } from '@repasse/chassis/postgres/database';
import { freePort } from '@repasse/chassis/testing/free-port';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { startProgram, type RunningProgram, type TestEnv } from '@repasse/chassis/testing/running-program';
import { loadConfig } from '../src/config';
import { startProviderSandbox } from '../src/main';
import { migrations } from '../src/migrations';

export const clientId = 'merchant-at-psp';
export const clientSecret = 'a-secret-only-the-tests-use';
const revolutKey = 'sk_a-secret-only-the-tests-use';
export const cieloMerchantId = '0f7a1d3c-5b2e-4c8f-9a6d-1e2f3a4b5c6d';
export const cieloMerchantKey = 'ONLYTHETESTSUSETHISKEYONLYTHETESTSUSEIT1';
const nowPaymentsKey = 'TESTKEY-ONLYFOR-TESTKEY-ONLYFOR';
export const nowPaymentsAccount = {
  email: 'Payouts@merchant.example',
  password: 'a-password-only-the-tests-use',
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};
export const ipnSecret = 'an-ipn-secret-only-the-tests-use';
export const chave = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

export type Answer = TestAnswer;

/** A sandbox, and the requests its users make. */
export class TestSandbox {
  private constructor(
    private readonly program: RunningProgram,
    /** Of its mail server. */
    readonly smtpPort: number,
  ) {}
  private token: string | undefined;

  static async start(notificationUrl?: string): Promise<TestSandbox> {
    const notification = notificationUrl === undefined ? {} : { CIELO_NOTIFICATION_URL: notificationUrl };
    const start = (complete: TestEnv) => startProviderSandbox(loadConfig(complete));
    const smtpPort = await freePort();
    const all = { ...env, ...notification, SMTP_PORT: String(smtpPort) };
    return new TestSandbox(await startProgram({ label: 'sandbox', migrations, env: all, start }), smtpPort);
  }

  get url(): string {
    return this.program.url;
  }

  get db(): Database {
    return this.program.db;
  }

  restart(): Promise<void> {
    return this.program.restart();
  }

  stop(): Promise<void> {
    return this.program.stop();
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || body instanceof URLSearchParams;
    return callApi(this.url, method, path, { ...(isRaw ? { rawBody: body } : { body }), headers });
  }

  /** A request of the merchant to its PSP, with a token; a new one when time has passed the last by. */
  async psp(method: string, path: string, body?: unknown): Promise<Answer> {
    const ask = (token: string) => this.call(method, `/pix${path}`, body, { authorization: `Bearer ${token}` });
    this.token ??= await this.newToken();
    const answer = await ask(this.token);
    if (answer.status !== 401) return answer;
    this.token = await this.newToken();
    return ask(this.token);
  }

  private async newToken(): Promise<string> {
    return String((await this.issueToken({ grant_type: 'client_credentials' })).body['access_token']);
  }

  issueToken(fields: Record<string, string>, credentials = `${clientId}:${clientSecret}`): Promise<Answer> {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    return this.call('POST', '/pix/oauth/token', new URLSearchParams(fields), { authorization });
  }

  async createCob(txid: string, terms: object = {}): Promise<Record<string, unknown>> {
    return (await this.psp('PUT', `/v2/cob/${txid}`, { ...cobBody, ...terms })).body;
  }

  pay(emv: unknown, more: object = {}): Promise<Answer> {
    return this.call('POST', '/sandbox/pix/pay', { emv, ...more });
  }

  /** A request of the merchant to Revolut. */
  revolut(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const authorization = `Bearer ${revolutKey}`;
    return this.call(method, `/revolut/api${path}`, body, {
      authorization,
      'revolut-api-version': '2026-04-20',
      ...headers,
    });
  }

  /** A request of the merchant to NOWPayments. */
  nowPayments(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call(method, `/nowpayments/v1${path}`, body, { 'x-api-key': nowPaymentsKey, ...headers });
  }

  async inbox(name: string): Promise<InboxEntry[]> {
    const { text } = await this.call('GET', `/sandbox/inbox/${name}`);
    return JSON.parse(text) as InboxEntry[];
  }
}

export interface InboxEntry {
  readonly headers: Record<string, string>;
  readonly rawBody: string;
  readonly verified: boolean;
  readonly answered: number;
}

export const cobBody = { calendario: { expiracao: 3_600 }, valor: { original: '37.00' }, chave };

let made = 0;
/** 26 characters, as the gateway's are. */
export const newTxid = (): string => `TX${String(Date.now())}${String(++made).padStart(11, '0')}`;

const env: TestEnv = {
  PIX_CLIENT_ID: clientId,
  PIX_CLIENT_SECRET: clientSecret,
  REVOLUT_SECRET_KEY: revolutKey,
  CIELO_MERCHANT_ID: cieloMerchantId,
  CIELO_MERCHANT_KEY: cieloMerchantKey,
  NOWPAYMENTS_API_KEY: nowPaymentsKey,
  NOWPAYMENTS_IPN_SECRET: ipnSecret,
  NOWPAYMENTS_EMAIL: nowPaymentsAccount.email,
  NOWPAYMENTS_PASSWORD: nowPaymentsAccount.password,
  NOWPAYMENTS_TOTP_SECRET: nowPaymentsAccount.totpSecret,
};
