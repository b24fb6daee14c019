import { randomInt } from 'node:crypto';
import { commit } from '../../callbacks/commit';
import { type Config } from '../../config';
import { type CallbackMessage } from '../../store/callback-table';
import { createNowPaymentsTable, type NowPaymentsTable } from '../../store/nowpayments-payment-table';
import { createPayoutTable, type PayoutTable } from '../../store/nowpayments-payout-table';
import { openPayoutSwitches, type PayoutSwitches } from '../../store/switches';
import { type World } from '../../world';
import { type ProviderAnswer } from '../answer';
import { type Endpoint } from '../api';
import { describeIpn } from './describe-payment';
import { type CryptoPayment, type PaymentDecision } from './payment';
import { type Account, accountOf, createSessions, type Sessions } from './payouts/sessions';

/** Everything an endpoint of the simulated NOWPayments may use. */
export interface NowPayments extends World {
  readonly apiKey: string;
  /** The account that may pay out; undefined when there is none. */
  readonly account: Account | undefined;
  readonly sessions: Sessions;
  readonly payments: NowPaymentsTable;
  readonly payouts: PayoutTable;
  readonly payoutSwitches: PayoutSwitches;
}

/** Undefined without the merchant's key: NOWPayments is not simulated then. */
export const openNowPayments = async (
  world: World,
  { apiKey, ...signIn }: Config['nowPayments'],
): Promise<NowPayments | undefined> => {
  if (apiKey === undefined) return undefined;
  const account = accountOf(signIn);
  return {
    ...world,
    apiKey,
    account,
    sessions: createSessions(account, world.clock),
    payments: createNowPaymentsTable(world.db),
    payouts: createPayoutTable(world.db),
    payoutSwitches: await openPayoutSwitches(world.db),
  };
};

export type NowPaymentsEndpoint = Endpoint<NowPayments>;

/** Changes a payment and notifies the merchant, in one commit. Undefined when nothing changed. */
export const changePayment = (
  nowPayments: NowPayments,
  paymentId: number,
  decide: (payment: CryptoPayment) => PaymentDecision | undefined,
): Promise<PaymentDecision | undefined> =>
  commit(nowPayments, 'crypto', async (tx) => {
    const found = await nowPayments.payments.lock(tx, 'payment_id', paymentId);
    const decision = found && decide(found);
    if (decision === undefined) return undefined;
    for (const payment of decision.payments) await nowPayments.payments.save(payment, tx);
    return {
      result: decision,
      messages: decision.told.flatMap((payment) => ipnOf(payment.terms, describeIpn(payment))),
      dueAt: decision.payments.map(({ dueAt }) => dueAt),
    };
  });

/** An IPN goes to the address that was given with the payment or payout, if one was. */
export const ipnOf = (
  { ipnCallbackUrl: address }: { readonly ipnCallbackUrl: string | null },
  told: object,
): readonly CallbackMessage[] =>
  address === null ? [] : [{ provider: 'crypto', address, subscription: null, body: JSON.stringify(told) }];

/** Ten digits, as theirs are: of payments, purchases, payouts and batches. */
export const newPaymentId = (): number => randomInt(4_000_000_000, 9_999_999_999);

export const failed = (statusCode: number, code: string, message: string, figures: object = {}): ProviderAnswer => ({
  status: statusCode,
  body: { status: false, statusCode, code, message, ...figures },
});

export const invalidRequest = (message: string): ProviderAnswer => failed(400, 'INVALID_REQUEST_PARAMS', message);
