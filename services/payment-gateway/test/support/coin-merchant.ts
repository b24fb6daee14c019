import { type CoinAccount, type WirePayment } from '@repasse/provider-sandbox/testing/coin-account';
import { type Profile } from '@repasse/chassis/auth/principal';
import { randomIds } from '@repasse/chassis/ids';
import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type AnyEvent } from '@repasse/contracts';
import { signatureOf } from '../../src/providers/nowpayments/ipn-signature';
import { ipnSecret } from './coin-api';
import { type Answer } from './gateway';
import { startWithdrawals, type Withdrawals } from './withdrawals';

export interface Asked {
  readonly body?: object;
  readonly key?: string;
  readonly userId?: number;
  readonly profile?: Profile;
  readonly scopes?: readonly string[];
}

/** A payment by crypto of 100.00 USD, to be paid with as many USDT. */
export interface CoinSale {
  readonly id: string;
  readonly paymentId: string;
  readonly checkoutUrl: string;
  /** As the provider has it. */
  readonly payment: WirePayment;
}

type DepositStatus = Parameters<CoinAccount['deposit']>[2];

export interface CoinMerchant {
  readonly world: Withdrawals;
  readonly clock: FakeClock;
  send(method: string, path: string, asked?: Asked): Promise<Answer>;
  sell(other?: object): Promise<CoinSale>;
  /** Coins come, and nobody is told. */
  depositWithoutCallback(sale: CoinSale, amount: number, status?: DepositStatus): Promise<WirePayment>;
  /** Coins come, and the provider notifies. */
  deposit(sale: CoinSale, amount: number, status?: DepositStatus): Promise<WirePayment>;
  notify(payment: WirePayment): Promise<void>;
  accept(sale: Pick<CoinSale, 'id'>, asked?: Asked): Promise<Answer>;
  stop(): Promise<void>;
}

const merchantId = 1_001;
const merchantScopes = ['payments:write', 'payments:read', 'refunds:write'];

export const startCoinMerchant = async (): Promise<CoinMerchant> => {
  const clock = fakeClock('2026-11-20T15:00:00.000Z');
  const world = await startWithdrawals(clock);
  const { gateway } = world;

  const send: CoinMerchant['send'] = async (method, path, asked = {}) => {
    const { body, key, userId = merchantId, profile = 'CUSTOMER', scopes = merchantScopes } = asked;
    const token = await gateway.token({ userId, profile, scopes });
    return gateway.call(method, path, { token, body, ...(key === undefined ? {} : { key }) });
  };
  const sell: CoinMerchant['sell'] = async (other = {}) => {
    const payer = { customer_name: 'Ana Lima', customer_email: 'ana@example.com', external_reference: 'order-42' };
    const body = { amount: 100, fiat_currency: 'usd', pay_currency: 'usdtbsc', ...payer, ...other };
    const key = randomIds.ulid();
    // A busy machine may keep the first one past its time-out; under its key a repeat makes nothing twice.
    const answer = await eventually(async () => {
      const tried = await send('POST', '/payments/v2/crypto', { body, key });
      return tried.status === 201 ? tried : undefined;
    });
    const payment = await world.api.payment(Number(answer.body['payment_id']));
    const checkoutUrl = String(answer.body['checkout_url']);
    return { id: String(answer.body['id']), paymentId: payment.order_id, checkoutUrl, payment };
  };
  const depositWithoutCallback: CoinMerchant['depositWithoutCallback'] = (
    { payment },
    amount,
    status = 'partially_paid',
  ) => {
    clock.advance(1_000);
    return world.api.deposit(payment, amount, status);
  };
  const notify: CoinMerchant['notify'] = async (payment) => {
    const headers = { 'x-nowpayments-sig': signatureOf(ipnSecret, payment) };
    const { status } = await gateway.call('POST', '/callbacks/nowpayments', { body: payment, headers });
    expect(status).toBe(204);
  };
  return {
    ...{ world, clock, send, sell, depositWithoutCallback, notify },
    deposit: async (sale, amount, status) => {
      const deposited = await depositWithoutCallback(sale, amount, status);
      await notify(deposited);
      return deposited;
    },
    accept: ({ id }, asked) => send('POST', `/payments/v2/crypto/${id}/accept`, asked),
    stop: () => world.stop(),
  };
};

/** The published receipts: reference, amount, and whether a part had been accepted. */
export const receiptsIn = (
  events: readonly AnyEvent[],
): readonly (readonly [reference: string, amountMinor: number, isPartAccepted: boolean | undefined])[] =>
  events.flatMap(({ type, data }) =>
    type === 'repasse.payment.received.v1'
      ? [[data.providerReference, data.amountMinor, data.isPartAccepted] as const]
      : [],
  );
