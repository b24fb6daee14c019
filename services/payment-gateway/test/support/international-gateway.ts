import { type Order } from '@repasse/provider-sandbox/testing/revolut-account';
import { systemClock } from '@repasse/chassis/clock';
import { createHmac } from 'node:crypto';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type Bank, startBank } from './bank';
import { type CentralBank, startCentralBank } from './central-bank';
import { type Answer, fromInside, type Gateway, newRequest, startGateway } from './gateway';
import { type MerchantApi, secretKey, startMerchantApi } from './merchant-api';

export interface InternationalGateway {
  readonly gateway: Gateway;
  readonly api: MerchantApi;
  readonly centralBank: CentralBank;
  quote(body: object): Promise<Answer>;
  /** A payment of 100.00 BRL that its payer can pay in USD. */
  offered(): Promise<{ paymentId: string; order: Order; body: Record<string, unknown> }>;
  /** The provider posts, signed unless it is told to lie. */
  callback(body: object, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/** A gateway with an international provider and a source of rates. */
export const startInternational = async (more: Record<string, string> = {}): Promise<InternationalGateway> => {
  const [bank, api, centralBank] = await Promise.all([
    startBank(),
    startMerchantApi(systemClock),
    startCentralBank(rates),
  ]);
  const gateway = await startGateway(bank, {}, { ...envOf(api, centralBank), ...more });
  const quote = (body: object): Promise<Answer> =>
    gateway.call('POST', '/internal/fx-quotes', { body, headers: fromInside });

  return {
    gateway,
    api,
    centralBank,
    quote,
    offered: async () => {
      const { body: quoted } = await quote({ ...inReais, targetCurrency: 'USD' });
      const { paymentId, body } = newRequest({ paymentMethod: 'INTERNATIONAL', fxQuoteId: quoted['quoteId'] });
      const { status } = await gateway.requestPayment(body);
      if (status !== 200) throw new Error(`The payment was answered by ${status}.`);
      return { paymentId, order: await api.orderOf(paymentId), body };
    },
    callback: async (body, headers = {}) => {
      // Before it is registered nothing can be signed.
      const secret = await eventually(async () => (await api.webhooks())[0]?.signingSecret);
      const rawBody = JSON.stringify(body);
      const allHeaders = { 'content-type': 'application/json', ...signed(secret, rawBody), ...headers };
      return gateway.call('POST', '/callbacks/revolut', { rawBody, headers: allHeaders });
    },
    stop: () => stopAll(gateway, [bank, api, centralBank]),
  };
};

export const inReais = { sourceCurrency: 'BRL', sourceAmountMinor: 10_000 };
const rates = { USD: '5,40000000', JPY: '0,03420000', KWD: '17,60000000' };

const envOf = (api: MerchantApi, centralBank: CentralBank): Record<string, string> => ({
  REVOLUT_BASE_URL: api.url,
  REVOLUT_SECRET_KEY: secretKey,
  REVOLUT_MODE: 'sandbox',
  REVOLUT_CALLBACK_URL: 'https://pay.example.com/callbacks/revolut',
  INTERNATIONAL_CURRENCIES: 'USD,JPY,KWD,EUR',
  FX_BASE_URL: centralBank.url,
});

const signed = (secret: string, text: string): Record<string, string> => {
  const timestamp = String(Date.now());
  const digest = createHmac('sha256', secret).update(`v1.${timestamp}.${text}`).digest('hex');
  return { 'revolut-request-timestamp': timestamp, 'revolut-signature': `v1=${digest}` };
};

const stopAll = async (gateway: Gateway, peers: readonly (Bank | MerchantApi | CentralBank)[]): Promise<void> => {
  await gateway.stop();
  await Promise.all(peers.map((peer) => peer.stop()));
};
