import { type ApiRequest } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { documentTypeOf, plainDocument } from '@repasse/checkout-kit/both-sides/documents';
import { type Standalone } from '../domain/payment';
import { type Payer } from '../providers/provider';
import { newCheckoutId } from '../checkout/checkout-id';
import { exactAmountOf } from './exact-amount';

export type CreatePaymentBody = components['schemas']['CreatePayment'];

/** Centavos. */
const realExponent = 2;

/** Undefined when the amount is not one of centavos. */
export const readAmountMinor = ({ rawBody }: Pick<ApiRequest, 'rawBody'>): number | undefined =>
  exactAmountOf(rawBody, 'amount', realExponent);

/** Of a request whose amount was checked. */
export const amountMinorOf = (request: Pick<ApiRequest, 'rawBody'>): number => {
  const amountMinor = readAmountMinor(request);
  if (amountMinor === undefined) throw new Error('An amount passed its check and cannot be read.');
  return amountMinor;
};

/** An empty text says no more than none, as in our answers. */
export const given = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

type ClientFields = Pick<
  CreatePaymentBody,
  'name_client' | 'email' | 'phoneNumber' | 'document_client' | 'document_type'
>;

/** What is known of the customer. */
export const clientOf = (body: ClientFields): Payer | null => {
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

export const standaloneOf = ({ clientMode }: CreatePaymentBody): Standalone => ({
  clientMode,
  checkoutId: clientMode === 'requestCheckout' ? newCheckoutId() : null,
});
