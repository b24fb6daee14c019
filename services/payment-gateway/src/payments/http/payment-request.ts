import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type KnownPayment, type PaymentState } from '../domain/payment';
import { type Payer } from '../../providers/provider';

type PayerBody = components['schemas']['Payer'];

export const payerOf = (payer: PayerBody | undefined): Payer | null =>
  payer === undefined
    ? null
    : { name: payer.name ?? null, email: payer.email ?? null, document: payer.document ?? null };

export const knownOf = (paymentId: string, state: PaymentState): KnownPayment => {
  if (state.status === 'absent') throw new Error(`Payment ${paymentId} vanished while its provider was asked.`);
  return state;
};
