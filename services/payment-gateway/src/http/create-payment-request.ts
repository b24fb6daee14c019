import { type ApiRequest } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { documentTypeOf, plainDocument } from '../domain/documents';
import { type Standalone } from '../domain/payment';
import { type Payer } from '../providers/provider';
import { exactAmountOf } from './exact-amount';

export type CreatePaymentBody = components['schemas']['CreatePayment'];

/** Centavos. */
const realExponent = 2;

/** Undefined when the amount is not one of centavos. */
export const readAmountMinor = ({ rawBody }: ApiRequest<CreatePaymentBody>): number | undefined =>
  exactAmountOf(rawBody, 'amount', realExponent);

/** Of a request whose amount was checked. */
export const amountMinorOf = (request: ApiRequest<CreatePaymentBody>): number => {
  const amountMinor = readAmountMinor(request);
  if (amountMinor === undefined) throw new Error('An amount passed its check and cannot be read.');
  return amountMinor;
};

/** An empty text says no more than none, as in our answers. */
export const given = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** What is known of the customer. */
export const clientOf = (body: CreatePaymentBody): Payer | null => {
  const document = given(plainDocument(body.document_client ?? ''));
  const client = {
    name: given(body.name_client),
    email: given(body.email),
    phone: given(body.phoneNumber),
    document,
    documentType: given(body.document_type) ?? documentTypeOf(document ?? '') ?? null,
  };
  return Object.values(client).some((value) => value !== null) ? client : null;
};

export const standaloneOf = ({ clientMode }: CreatePaymentBody, ids: Ids): Standalone => ({
  clientMode,
  checkoutId: clientMode === 'requestCheckout' ? `chk_${ids.ulid()}` : null,
});
