import { type TestClaims } from '@repasse/chassis/testing/http-test';
import { randomIds } from '@repasse/chassis/ids';
import { type TestEnv } from '@repasse/chassis/testing/running-program';
import { type Bank, startBank } from './bank';
import { type Answer, type Gateway, newRequest, startGateway } from './gateway';
import { type Overrides } from '../../src/main';

export interface PaidPayment {
  readonly paymentId: string;
  readonly txid: string;
  readonly invoiceId: number;
  readonly chargeId: string;
  readonly attemptId: string;
  readonly endToEndId: string;
}

export interface Merchant {
  readonly gateway: Gateway;
  readonly bank: Bank;
  /** A PIX of 100.00 BRL of the merchant's, on its way. */
  offered(other?: Record<string, unknown>): Promise<Omit<PaidPayment, 'endToEndId'>>;
  /** The same, paid and recorded. */
  paid(other?: Record<string, unknown>): Promise<PaidPayment>;
  refund(invoiceId: number | string, body?: object, o?: { key?: string; token?: string }): Promise<Answer>;
  refunds(invoiceId: number | string): Promise<Answer>;
  /** The same by the id of a charge. */
  refundCharge(chargeId: string, body?: object, o?: { key?: string; token?: string }): Promise<Answer>;
  refundsOfCharge(chargeId: string, token?: string): Promise<Answer>;
  token(claims: TestClaims): Promise<string>;
  stop(): Promise<void>;
}

export const merchantId = 1_001;

/** A merchant with an access token, a gateway and a bank. */
export const startMerchant = async (overrides: Overrides = {}, more: TestEnv = {}): Promise<Merchant> => {
  const bank = await startBank();
  const gateway = await startGateway(bank, overrides, more);
  const token: Merchant['token'] = (claims) =>
    gateway.token({ userId: merchantId, scopes: ['refunds:write'], ...claims });

  const offered: Merchant['offered'] = async (other = {}) => {
    const { paymentId, txid, body } = newRequest({ userId: merchantId, ...other });
    const answer = await gateway.requestPayment(body);
    if (answer.status !== 200) throw new Error(`The payment was answered by ${answer.status}.`);
    const { chargeId, attemptId } = body as { chargeId: string; attemptId: string };
    return { paymentId, txid, chargeId, attemptId, invoiceId: Number(answer.body['invoiceId']) };
  };
  const give = async (
    path: string,
    body: object = {},
    { key = randomIds.ulid(), token: other }: { key?: string; token?: string } = {},
  ): Promise<Answer> => gateway.call('POST', path, { token: other ?? (await token({})), key, body });
  const list = async (path: string, other?: string): Promise<Answer> =>
    gateway.call('GET', path, { token: other ?? (await token({ scopes: ['payments:read'] })) });
  return {
    gateway,
    bank,
    token,
    offered,
    paid: async (other) => {
      const payment = await offered(other);
      const endToEndId = await bank.pay(payment.txid);
      await gateway.callback({ pix: [{ txid: payment.txid }] });
      await gateway.expectPublished(payment.paymentId, ['requested', 'offered', 'received']);
      return { ...payment, endToEndId };
    },
    refund: (invoiceId, body, o) => give(`/refunds/invoice/${invoiceId}`, body, o),
    refunds: (invoiceId) => list(`/refunds/invoice/${invoiceId}`),
    refundCharge: (chargeId, body, o) => give(`/charge/${chargeId}/refunds`, body, o),
    refundsOfCharge: (chargeId, other) => list(`/charge/${chargeId}/refunds`, other),
    stop: async () => {
      await gateway.stop();
      await bank.stop();
    },
  };
};
