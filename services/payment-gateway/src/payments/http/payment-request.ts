import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type Payer } from '../../providers/provider';

type PayerBody = components['schemas']['Payer'];

export const payerOf = (payer: PayerBody | undefined): Payer | null =>
  payer === undefined
    ? null
    : { name: payer.name ?? null, email: payer.email ?? null, document: payer.document ?? null };
