import { type ApiRequest } from '@repasse/chassis/http/app';
import { exactAmountOf } from '@repasse/values/exact-amount';
import { exponentOf } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/charge';
import { documentTypeOf } from '@repasse/values/check-digits/documents';
import { attemptsLimit, chargeCurrency, installmentsLimit } from '../../domain/charge.terms';
import { present } from '../../domain/present';
import { type Payer } from '../../store/effects';
import { type ChargeRequest } from '../../workflow/charge-request';

export type CreatePaymentBody = components['schemas']['CreatePayment'];
type PaymentRequest = Pick<ApiRequest<CreatePaymentBody>, 'body' | 'rawBody'>;

/** Undefined when the amount is not one of centavos. */
export const readAmountMinor = ({ rawBody }: Pick<ApiRequest, 'rawBody'>): number | undefined =>
  exactAmountOf(rawBody, 'amount', exponentOf(chargeCurrency));

/** Of a request whose amount was checked. */
const amountMinorOf = (request: Pick<ApiRequest, 'rawBody'>): number => {
  const amountMinor = readAmountMinor(request);
  if (amountMinor === undefined) throw new Error('An amount passed its check and cannot be read.');
  return amountMinor;
};

/** A request that has passed every check, as a charge. */
export const readPaymentRequest = (request: PaymentRequest): ChargeRequest => {
  const { body } = request;
  return {
    ...wholePayment(request, body.clientMode === 'fillDataNow' ? 'PRE_FILLED' : 'COLLECT_AT_CHECKOUT'),
    paymentMethod: 'PIX',
    expiresAt: body.expire_at,
    installments: 1,
    methods: ['PIX'],
    installmentsMax: installmentsLimit,
    attemptsMax: attemptsLimit,
    clientMode: body.clientMode,
  };
};

type SharedFields = ClientFields &
  Pick<CreatePaymentBody, 'description' | 'external_reference' | 'webhook_url' | 'redirect_url'>;

/** The part of a charge that payments by every method have alike: its owner has all of it. */
export const wholePayment = (
  { body, rawBody }: Pick<ApiRequest<SharedFields>, 'body' | 'rawBody'>,
  source: Payer['source'],
) => ({
  grossAmountMinor: amountMinorOf({ rawBody }),
  checkoutCurrency: null,
  description: given(body.description) ?? null,
  externalReference: given(body.external_reference) ?? null,
  webhookUrl: given(body.webhook_url) ?? null,
  redirectUrl: given(body.redirect_url) ?? null,
  attemptExpiresAt: null,
  shares: [],
  inputs: { payer: payerOf(body, source), splitConfig: null, gatewayOptions: null, attemptKey: null },
});

/** An empty text says no more than none, as in our answers. */
export const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The merchant's type of the document; undefined when missing or empty. */
const typeOf = ({ document_type = '' }: Pick<CreatePaymentBody, 'document_type'>): Payer['documentType'] =>
  document_type === '' ? undefined : document_type;

type ClientFields = Pick<
  CreatePaymentBody,
  'name_client' | 'email' | 'phoneNumber' | 'document_client' | 'document_type'
>;

const payerOf = (body: ClientFields, source: Payer['source']): Payer => {
  const document = given(body.document_client);
  const documentType = documentTypeOf(document ?? '') ?? typeOf(body);
  const [name, email, phone] = [given(body.name_client), given(body.email), given(body.phoneNumber)];
  return { ...present({ name, email, phone, document, documentType }), source };
};
