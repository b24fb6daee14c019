import { request, type Answer, type MerchantApi } from './api';

export type CryptoPayment = {
  readonly id: string;
  readonly status: string;
  readonly payment_id: string;
  readonly pay_address: string;
  readonly qr_code: string;
  readonly amount: number;
  readonly currency: string;
  readonly expires_at: string;
};

/** A payment in coins, asked for at the gateway's own address, where the specification has it. */
export const createCryptoPayment = <Body = CryptoPayment>(
  { stack, token }: MerchantApi,
  extra: object = {},
): Promise<Answer<Body>> =>
  request<Body>('POST', `${stack.gatewayBaseUrl}/payments/v2/crypto`, {
    token,
    body: {
      amount: 80,
      fiat_currency: 'USD',
      pay_currency: 'USDTBSC',
      customer_name: 'Ana Lima',
      customer_email: 'ana@customer.example',
      external_reference: 'order-42',
      ...extra,
    },
  });

export const addressOf = (payment: CryptoPayment): string => payment.pay_address.split('?')[0] ?? '';

export const coinsOf = (payment: CryptoPayment): string =>
  new URLSearchParams(payment.pay_address.split('?')[1] ?? '').get('amount') ?? '';
