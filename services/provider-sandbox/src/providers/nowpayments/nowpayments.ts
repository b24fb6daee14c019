import { randomInt } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Request } from 'express';
import { type CallbackSender } from '../../callbacks/callback-sender';
import { type CallbackMessage } from '../../store/callback-table';
import { type ChaosSwitches } from '../../store/chaos-switches';
import { type NowPaymentsTable, type PaymentOutbox } from '../../store/nowpayments-payment-table';
import { type PayoutTable } from '../../store/nowpayments-payout-table';
import { type PayoutSwitches } from '../../store/payout-switches';
import { type Sweeper } from '../../sweeper';
import { type ProviderAnswer } from '../answer';
import { describeIpn } from './describe-payment';
import { type CryptoPayment, type PaymentDecision } from './payment';
import { type Account, type Sessions } from './payouts/sessions';

/** Everything an endpoint of the simulated NOWPayments may use. */
export interface NowPayments {
  readonly apiKey: string;
  /** Who may pay out; undefined when nobody may. */
  readonly account: Account | undefined;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly chaos: ChaosSwitches;
  readonly payments: NowPaymentsTable;
  readonly payouts: PayoutTable;
  readonly payoutSwitches: PayoutSwitches;
  readonly callbacks: CallbackSender;
  readonly sweeper: Pick<Sweeper, 'expect'>;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

export type NowPaymentsEndpoint = (nowPayments: NowPayments, request: Request) => Promise<ProviderAnswer>;

/** Changes a payment and tells the merchant of it, in one commit. Undefined when nothing changed. */
export const changePayment = async (
  { payments, callbacks, sweeper }: NowPayments,
  paymentId: number,
  decide: (payment: CryptoPayment) => PaymentDecision | undefined,
): Promise<PaymentDecision | undefined> => {
  const outbox: PaymentOutbox = { messagesOf, leaseUntil: callbacks.leaseUntil('crypto') };
  const changed = await payments.change(paymentId, decide, outbox);
  if (changed === undefined) return undefined;
  sweeper.expect(...changed.decision.payments.map(({ dueAt }) => dueAt));
  callbacks.dispatch(changed.callbacks);
  return changed.decision;
};

const messagesOf = (payment: CryptoPayment): readonly CallbackMessage[] => {
  const { ipnCallbackUrl } = payment.terms;
  if (ipnCallbackUrl === null) return [];
  return [
    {
      provider: 'crypto',
      address: ipnCallbackUrl,
      subscription: null,
      body: JSON.stringify(describeIpn(payment)),
    },
  ];
};

/** Ten digits, as theirs are: of payments, purchases, payouts and batches. */
export const newPaymentId = (): number => randomInt(4_000_000_000, 9_999_999_999);

export const failed = (statusCode: number, code: string, message: string, figures: object = {}): ProviderAnswer => ({
  status: statusCode,
  body: { status: false, statusCode, code, message, ...figures },
});
