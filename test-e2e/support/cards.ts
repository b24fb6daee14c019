import { openSession } from '@repasse/chassis/postgres/session';
import { request, type Answer, type Attempt } from './api';
import { type StackFile } from '../../deploy/local/stack-file';

/** Numbers of the acquirer's sandbox (README of provider-sandbox); all of them pass the Luhn check. */
export const testCards = {
  approved: '4024007100000040',
  insufficientFunds: '4024007101510062',
} as const;

/** Pays by card as the checkout page does. */
export const payByCard = (
  stack: StackFile,
  { chargeId, checkoutToken }: { readonly chargeId: string; readonly checkoutToken: string },
  number: string,
  extra: object = {},
): Promise<Answer<Attempt>> =>
  request<Attempt>('POST', `${stack.baseUrl}/charge/${chargeId}/checkout/payment`, {
    headers: { 'x-checkout-token': checkoutToken },
    body: {
      card: { number, holderName: 'ANA SOUZA', expirationMonth: 12, expirationYear: 2031, securityCode: '123' },
      ...extra,
    },
  });

/** The sale of an attempt as the acquirer names it, which merchants are not told. */
export const saleOf = async (stack: StackFile, { id }: Pick<Attempt, 'id'>): Promise<string> => {
  const session = await openSession({ url: `${stack.postgresUrl}/repasse_payment_gateway`, name: 'journey' });
  try {
    const [row] = await session.query<{ sale: string }>(
      'select provider_reference as sale from payments where attempt_id = $1',
      [id],
    );
    return row?.sale ?? '';
  } finally {
    await session.close();
  }
};
