import { type Clock } from '@repasse/chassis/clock';
import { depositInto } from '../providers/nowpayments/deposit';
import { describePayment } from '../providers/nowpayments/describe-payment';
import { newPaymentId } from '../providers/nowpayments/nowpayments';
import { type CryptoPayment, type DepositEnd } from '../providers/nowpayments/payment';
import { readUnits } from '../providers/units';
import { type CoinPayouts, openCoinPayouts } from './coin-payouts';
import { simulateProviders } from './simulated-providers';

/** A payment in the words of the API. */
export interface WirePayment {
  readonly payment_id: number;
  readonly payment_status: string;
  readonly order_id: string;
  readonly pay_address: string;
  readonly payin_extra_id: string | null;
  readonly price_amount: number;
  readonly price_currency: string;
  readonly actually_paid: number;
}

type Named = Pick<WirePayment, 'payment_id'>;

/** A merchant's account at the simulated NOWPayments, with what only payers and the chains do. Blocks take no time here. */
export interface CoinAccount extends CoinPayouts {
  /** Without the version. */
  readonly url: string;
  payments(): Promise<readonly WirePayment[]>;
  payment(paymentId: number): Promise<WirePayment>;
  /** The one payment that was asked for under an order of the merchant's. */
  paymentOf(orderId: string): Promise<WirePayment>;
  /** Coins arrive: at the payment itself, or, once that has some, as a further payment of its own. */
  deposit(payment: Named, amount: number, status?: DepositEnd | 'confirming'): Promise<WirePayment>;
  /** Keeps other facts of a payment, whatever became of it; under another id it is another payment. */
  change(
    payment: Named,
    facts: { readonly status?: string; readonly paymentId?: number; readonly createdAt?: string },
  ): Promise<WirePayment>;
  readonly stop: () => Promise<void>;
}

export interface CoinSecrets {
  readonly apiKey: string;
  readonly ipnSecret: string;
  /** The account that may pay out. */
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
}

export const startCoinAccount = async (secrets: CoinSecrets, clock: Clock): Promise<CoinAccount> => {
  const env = {
    NOWPAYMENTS_API_KEY: secrets.apiKey,
    NOWPAYMENTS_IPN_SECRET: secrets.ipnSecret,
    NOWPAYMENTS_EMAIL: secrets.email,
    NOWPAYMENTS_PASSWORD: secrets.password,
    NOWPAYMENTS_TOTP_SECRET: secrets.totpSecret,
  };
  const { nowPayments, url, stop } = await simulateProviders(env, clock);
  if (nowPayments === undefined) throw new Error('There is no NOWPayments.');
  const { payments } = nowPayments;
  const find = async (id: number): Promise<CryptoPayment> => {
    const payment = await payments.find(id);
    if (payment === undefined) throw new Error(`There is no payment ${id}.`);
    return payment;
  };
  const put = async (payment: CryptoPayment): Promise<WirePayment> => {
    await payments.save(payment);
    return wireOf(payment);
  };

  return {
    ...(await openCoinPayouts(nowPayments)),
    url: `${url}/nowpayments`,
    stop,
    payments: async () => (await payments.list({})).map(wireOf),
    payment: async (id) => wireOf(await find(id)),
    paymentOf: async (orderId) => {
      const [payment, ...others] = await payments.list({ like: [{ terms: { orderId }, parentPaymentId: null }] });
      if (payment === undefined || others.length > 0) throw new Error(`Not one payment under ${orderId}.`);
      return wireOf(payment);
    },
    deposit: async ({ payment_id: id }, amount, status) => {
      const end = status === 'confirming' ? null : (status ?? null);
      const deposit = { units: readUnits(amount) ?? 0, end, nextPaymentId: newPaymentId(), now: clock.now() };
      const { payments: changed } = depositInto(await find(id), deposit);
      let told: WirePayment | undefined;
      // The last one is that of these coins.
      for (const [at, each] of changed.entries()) {
        const isOfCoins = at === changed.length - 1;
        told = await put(isOfCoins ? { ...each, status: status ?? each.end ?? 'finished', dueAt: null } : each);
      }
      if (told === undefined) throw new Error('Nothing was deposited.');
      return told;
    },
    change: async ({ payment_id: id }, { status, ...facts }) => {
      const payment = await find(id);
      // Some are states that are not played here.
      return put({ ...payment, ...facts, status: (status ?? payment.status) as CryptoPayment['status'], dueAt: null });
    },
  };
};

const wireOf = (payment: CryptoPayment): WirePayment => describePayment(payment) as WirePayment;
