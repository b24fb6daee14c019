import { randomInt } from 'node:crypto';
import { changeDocument } from '../../callbacks/commit';
import { type Config } from '../../config';
import { type CallbackMessage } from '../../callbacks/callback';
import { type Documents } from '../../store/documents';
import { type World } from '../../world';
import { type ProviderAnswer } from '../answer';
import { type Endpoint } from '../api';
import { describeIpn } from './describe-payment';
import { type CryptoPayment, type PaymentDecision } from './payment';
import { type Payout } from './payouts/payout';
import { type Account, accountOf } from './payouts/account';

/** Everything an endpoint of the simulated NOWPayments may use. */
export interface NowPayments extends World {
  readonly apiKey: string;
  /** Signs IPNs. */
  readonly ipnSecret: string | undefined;
  /** The account that may pay out; undefined when there is none. */
  readonly account: Account | undefined;
  readonly payments: Documents<CryptoPayment>;
  /** By the id of the batch, which is what is verified. */
  readonly withdrawals: Documents<Payout>;
}

/** Undefined without the merchant's key: NOWPayments is not simulated then. */
export const openNowPayments = (
  world: World,
  { apiKey, ipnSecret, ...signIn }: Config['nowPayments'],
): NowPayments | undefined => {
  if (apiKey === undefined) return undefined;
  return {
    ...world,
    apiKey,
    ipnSecret,
    account: accountOf(signIn, world.clock),
    payments: world.store.documents<CryptoPayment>('nowpayments_payment', (payment) => ({
      id: payment.paymentId,
      createdAt: payment.createdAt,
      dueAt: payment.dueAt,
      refs: { payAddress: payment.payAddress, parentPaymentId: payment.parentPaymentId },
    })),
    withdrawals: world.store.documents<Payout>('nowpayments_payout', (payout) => ({
      id: payout.batchId,
      createdAt: payout.createdAt,
      dueAt: payout.dueAt,
      refs: { payoutId: payout.payoutId, address: payout.terms.address },
    })),
  };
};

export type NowPaymentsEndpoint = Endpoint<NowPayments>;

/** Changes a payment and notifies the merchant, in one commit. Undefined when nothing changed. */
export const changePayment = (
  nowPayments: NowPayments,
  paymentId: number,
  decide: (payment: CryptoPayment) => PaymentDecision | undefined,
): Promise<PaymentDecision | undefined> =>
  changeDocument(nowPayments, nowPayments.payments, paymentId, (found) => {
    const decision = decide(found);
    const messages = decision?.told.flatMap((payment) => ipnOf(nowPayments, payment.terms, describeIpn(payment))) ?? [];
    return decision && { saved: decision.payments, messages, result: decision };
  });

/**
 * An IPN goes to the address that was given with the payment or payout, if one was. Without a secret the merchant could
 * not check it, so none is sent.
 */
export const ipnOf = (
  { ipnSecret: secret }: NowPayments,
  { ipnCallbackUrl: address }: { readonly ipnCallbackUrl: string | null },
  told: object,
): readonly CallbackMessage[] =>
  address === null || secret === undefined ? [] : [{ provider: 'crypto', address, body: JSON.stringify(told), secret }];

/** Ten digits, as theirs are: of payments, payouts and batches. */
export const newPaymentId = (): number => randomInt(4_000_000_000, 9_999_999_999);

export const failed = (statusCode: number, code: string, message: string, figures: object = {}): ProviderAnswer => ({
  status: statusCode,
  body: { status: false, statusCode, code, message, ...figures },
});

export const invalidRequest = (message: string): ProviderAnswer => failed(400, 'INVALID_REQUEST_PARAMS', message);
