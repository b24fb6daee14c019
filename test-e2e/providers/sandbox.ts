import { type Clock } from '@repasse/chassis/clock';
import { createTestDatabase } from '@repasse/chassis/testing/postgres';
import { loadConfig } from '../../services/provider-sandbox/src/config';
import { startProviderSandbox } from '../../services/provider-sandbox/src/main';
import { migrations } from '../../services/provider-sandbox/src/migrations';

export const sandboxPixClient = { clientId: 'gateway', clientSecret: 'a-secret-for-the-adapters' };
export const sandboxCoinKeys = { apiKey: 'an-api-key-for-the-adapters', ipnSecret: 'a-secret-for-the-adapters' };
export const sandboxPayoutAccount = {
  email: 'payouts@merchant.example',
  password: 'a-password-for-the-adapters',
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

export interface Sandbox {
  readonly url: string;
  /** Moves with the sandbox's. */
  readonly clock: Clock;
  set(control: 'chaos' | 'refunds' | 'crypto/payouts', body: object): Promise<void>;
  act(path: string, body: object): Promise<Record<string, unknown>>;
  /** Lets time pass over there and here. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** The providers' side as everybody develops against it, on a database of its own. */
export const startSandbox = async (): Promise<Sandbox> => {
  const database = await createTestDatabase('sandbox', migrations);
  const running = await startProviderSandbox(
    loadConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      POSTGRES_URL: database.url,
      PIX_CLIENT_ID: sandboxPixClient.clientId,
      PIX_CLIENT_SECRET: sandboxPixClient.clientSecret,
      NOWPAYMENTS_API_KEY: sandboxCoinKeys.apiKey,
      NOWPAYMENTS_IPN_SECRET: sandboxCoinKeys.ipnSecret,
      NOWPAYMENTS_EMAIL: sandboxPayoutAccount.email,
      NOWPAYMENTS_PASSWORD: sandboxPayoutAccount.password,
      NOWPAYMENTS_TOTP_SECRET: sandboxPayoutAccount.totpSecret,
      LOG_LEVEL: 'silent',
    }),
  );
  let offsetMs = 0;
  const send = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(running.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answered = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answered)}`);
    return answered;
  };

  return {
    url: running.url,
    clock: { now: () => new Date(Date.now() + offsetMs) },
    set: async (control, body) => {
      await send('PUT', `/sandbox/${control}`, body);
    },
    act: (path, body) => send('POST', path, body),
    pass: async (ms) => {
      offsetMs += ms;
      await send('PUT', '/sandbox/clock', { offsetMs });
    },
    stop: async () => {
      await running.stop();
      await database.drop();
    },
  };
};
