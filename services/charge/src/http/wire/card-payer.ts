import type { CardPaymentRequest } from '../../clients/payment-gateway';
import type { PayByCardBody } from '../checks/card-payment-faults';
import type { PayerColumns } from '../../projections/charge-reads';

/** The payer's own data; the merchant's where the payer gave none. */
export const payerOf = (
  payer: PayByCardBody['payer'],
  { payer_name, payer_email }: PayerColumns,
): CardPaymentRequest['payer'] => {
  const name = payer?.name ?? payer_name;
  const email = payer?.email ?? payer_email;
  const document = payer?.document?.replace(/[^0-9A-Z]/g, '');
  if (name === null && email === null && document === undefined) return undefined;
  return {
    ...(name !== null && { name }),
    ...(email !== null && { email }),
    ...(document !== undefined && { document }),
  };
};
