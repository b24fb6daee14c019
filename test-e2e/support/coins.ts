import { randomUUID } from 'node:crypto';
import { eventually } from '@repasse/chassis/testing/eventually';
import { request, type Answer, type MerchantApi } from './api';

export interface CryptoPayment {
  readonly id: string;
  readonly status: string;
  readonly payment_id: string;
  readonly pay_address: string;
  readonly pay_amount: string;
  readonly payment_uri: string;
  readonly qr_code: string;
  readonly checkout_url: string;
  readonly amount: number;
  readonly currency: string;
  readonly expires_at: string;
  readonly received_amount?: number;
}

/**
 * A payment in coins, asked for at the gateway's own address, where the specification has it.
 * A provider that a busy machine keeps waiting is a 503: it is asked again under the same key, as merchants are told to.
 */
export const createCryptoPayment = <Body = CryptoPayment>(
  { stack, token }: MerchantApi,
  extra: object = {},
): Promise<Answer<Body>> => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { ...coins, ...extra };
  return eventually(async () => {
    const answer = await request<Body>('POST', `${stack.gatewayBaseUrl}/payments/v2/crypto`, { token, headers, body });
    return answer.status === 503 ? undefined : answer;
  });
};

const coins = {
  amount: 80,
  fiat_currency: 'USD',
  pay_currency: 'USDTBSC',
  customer_name: 'Ana Lima',
  customer_email: 'ana@customer.example',
  external_reference: 'order-42',
};

/** Takes what has come of it for the whole. */
export const acceptCryptoPayment = <Body = CryptoPayment>(
  { stack, token }: MerchantApi,
  { id }: CryptoPayment,
): Promise<Answer<Body>> => request<Body>('POST', `${stack.gatewayBaseUrl}/payments/v2/crypto/${id}/accept`, { token });

/** The whole coins of half of it, and the rest to the last decimal. */
export const halvesOf = (payment: CryptoPayment): readonly [half: string, rest: string] => {
  const [integer = '0', fraction = '0'] = payment.pay_amount.split('.');
  const half = BigInt(integer) / 2n;
  return [String(half), `${BigInt(integer) - half}.${fraction}`];
};
