import { type WirePayout } from '@repasse/provider-sandbox/testing/coin-payouts';
import { randomIds } from '@repasse/chassis/ids';
import { type FakeClock } from '@repasse/chassis/testing/clock';
import { type TestEnv } from '@repasse/chassis/testing/running-program';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { signatureOf } from '../../src/providers/nowpayments/ipn-signature';
import { startBank } from './bank';
import { type CentralBank, startCentralBank } from './central-bank';
import { apiKey, type CoinApi, ipnSecret, payoutCredentials, startCoinApi } from './coin-api';
import { type Gateway, startGateway, guardTimings } from './gateway';

type Withdrawal = EventData['repasse.withdrawal.requested.v1'];

export interface Withdrawals {
  readonly gateway: Gateway;
  readonly api: CoinApi;
  readonly centralBank: CentralBank;
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

/** A gateway that pays out, with a provider whose codes use the same clock, and a publisher of withdrawals. */
export const startWithdrawals = async (clock: FakeClock, more: TestEnv = payoutEnv): Promise<Withdrawals> => {
  const [bank, centralBank, api] = await Promise.all([
    startBank(),
    startCentralBank({ USD: '5,40000000' }),
    startCoinApi(clock),
  ]);
  const env = {
    FX_BASE_URL: centralBank.url,
    NOWPAYMENTS_BASE_URL: api.url,
    NOWPAYMENTS_API_KEY: apiKey,
    NOWPAYMENTS_IPN_SECRET: ipnSecret,
    NOWPAYMENTS_CALLBACK_URL: 'https://pay.example.com/callbacks/nowpayments',
    ...more,
  };
  const gateway = await startGateway(bank, { clock, guardTimings }, env);
  const topic = 'payout.events.v1';

  return {
    gateway,
    api,
    centralBank,
    withdraw: async (other = {}) => {
      const data = withdrawal(other);
      await gateway.bus.tell('repasse.withdrawal.requested.v1', data.withdrawalId, data);
      return data.withdrawalId;
    },
    published: (withdrawalId) => gateway.bus.published(topic, withdrawalId),
    expectPublished: (withdrawalId, types) => gateway.bus.untilPublished(topic, withdrawalId, types),
    notify: async (payout) => {
      const headers = { 'x-nowpayments-sig': signatureOf(ipnSecret, payout) };
      const { status } = await gateway.call('POST', '/callbacks/nowpayments', { body: payout, headers });
      return status;
    },
    stop: async () => {
      await gateway.stop();
      await Promise.all([bank.stop(), centralBank.stop(), api.stop()]);
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
