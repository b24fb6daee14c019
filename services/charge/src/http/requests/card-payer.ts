import { type components } from '@repasse/contracts/generated/http/charge';
import { type CardPaymentRequest } from '../../clients/payment-gateway';
import { present } from '../../domain/present';
import { type Payer } from '../../store/effects';
import { type PayerColumns } from '../../store/reads/charges';
import { payersDocument } from './charge-request';

export type PayByCardBody = components['schemas']['PayByCard'];

/** The payer's own data; the merchant's where the payer gave none. */
export const payerOf = (
  payer: PayByCardBody['payer'],
  { payer_name, payer_email, payer_document }: PayerColumns,
): CardPaymentRequest['payer'] => {
  const name = payer?.name ?? payer_name;
  const email = payer?.email ?? payer_email;
  const document = payer?.document?.replace(/[^0-9A-Z]/g, '') ?? payer_document;
  const known = present({ name, email, document });
  return Object.keys(known).length === 0 ? undefined : known;
};

/** The same to keep, so that the merchant finds the charge by its payer, and an erasure too; null without any. */
export const payerToKeep = (payer: PayByCardBody['payer']): Payer | null => {
  const { name, email, document } = payer ?? {};
  const told = { ...present({ name, email }), ...payersDocument(document) };
  return Object.keys(told).length === 0 ? null : { ...told, source: 'COLLECT_AT_CHECKOUT' };
};
