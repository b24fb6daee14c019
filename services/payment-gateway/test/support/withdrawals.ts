import { createBus } from '@repasse/chassis/bus/create-bus';
import { fromMessage } from '@repasse/chassis/bus/envelope';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type FakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { loadConfig } from '../../src/config';
import { signatureOf } from '../../src/providers/nowpayments/ipn-signature';
import { startBank } from './bank';
import { type CentralBank, startCentralBank } from './central-bank';
import { type ChargeTeller, startTeller } from './charge-events';
import { type CoinApi, startCoinApi } from './coin-api';
import { apiKey, ipnSecret } from './coin-books';
import { type Gateway, startGateway } from './gateway';
import { payoutCredentials, type WirePayout } from './payout-books';

type Withdrawal = EventData['repasse.withdrawal.requested.v1'];

export interface Withdrawals {
  readonly gateway: Gateway;
  readonly api: CoinApi;
  readonly centralBank: CentralBank;
  readonly teller: ChargeTeller;
  /** A user asks for 500.00 BRL in USDT; answers the withdrawal's id. */
  withdraw(other?: Partial<Withdrawal>): Promise<string>;
  published(withdrawalId: string): Promise<AnyEvent[]>;
  /** Waits until the events published about a payout are of these types. */
  expectPublished(withdrawalId: string, types: readonly string[]): Promise<AnyEvent[]>;
  /** The provider sends a notification of a payout. */
  notify(payout: WirePayout): Promise<number>;
  stop(): Promise<void>;
}

export const payoutEnv = {
  NOWPAYMENTS_EMAIL: payoutCredentials.email,
  NOWPAYMENTS_PASSWORD: payoutCredentials.password,
  NOWPAYMENTS_TOTP_SECRET: payoutCredentials.totpSecret,
};

/** These tests fail often on purpose, so the breaker must not open. */
const guardTimings = { errorThresholdPercentage: 50, resetTimeoutMs: 60_000, volumeThreshold: 1_000 };

/** A gateway that pays out, with a provider whose codes use the same clock, and a publisher of withdrawals. */
export const startWithdrawals = async (clock: FakeClock, more: object = payoutEnv): Promise<Withdrawals> => {
  const [bank, centralBank, api] = await Promise.all([
    startBank(),
    startCentralBank({ USD: '5,40000000' }),
    startCoinApi(),
  ]);
  api.payouts.codes.now = () => clock.now();
  const env = {
    FX_BASE_URL: centralBank.url,
    NOWPAYMENTS_BASE_URL: api.url,
    NOWPAYMENTS_API_KEY: apiKey,
    NOWPAYMENTS_IPN_SECRET: ipnSecret,
    NOWPAYMENTS_CALLBACK_URL: 'https://pay.example.com/callbacks/nowpayments',
    ...more,
  };
  const gateway = await startGateway(bank, { clock, guardTimings }, env);
  const teller = await startTeller(gateway.env, 'split-settlement');
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await createBus(loadConfig(gateway.env).bus, { log, metrics: createMetrics('test') });
  const published = async (withdrawalId: string): Promise<AnyEvent[]> =>
    (await bus.replay('payout.events.v1', withdrawalId)).map(fromMessage);

  return {
    gateway,
    api,
    centralBank,
    teller,
    withdraw: async (other = {}) => {
      const data = withdrawal(other);
      await teller.tell('repasse.withdrawal.requested.v1', data.withdrawalId, data);
      return data.withdrawalId;
    },
    published,
    expectPublished: (withdrawalId, types) =>
      eventually(async () => {
        const events = await published(withdrawalId);
        expect(events.map(({ type }) => type.replace(/^repasse\.payout\.|\.v1$/g, ''))).toEqual(types);
        return events;
      }),
    notify: async (payout) => {
      const { status } = await fetch(`${gateway.url}/callbacks/nowpayments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-nowpayments-sig': signatureOf(ipnSecret, payout) },
        body: JSON.stringify(payout),
      });
      return status;
    },
    stop: async () => {
      await gateway.stop();
      await Promise.all([teller.stop(), bus.close(), bank.stop(), centralBank.stop(), api.stop()]);
    },
  };
};

export const withdrawal = (other: Partial<Withdrawal> = {}): Withdrawal => ({
  withdrawalId: `wd_${randomIds.ulid()}`,
  userId: 1_001,
  amountMinor: 50_000,
  currency: 'BRL',
  payCurrency: 'USDTBSC',
  payAddress: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f',
  memo: null,
  externalReference: 'payout-2026-11',
  requestedAt: '2026-11-21T15:00:00.000Z',
  ...other,
});
