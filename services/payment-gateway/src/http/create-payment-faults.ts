import { type ApiRequest } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { documentTypeOf, plainDocument } from '@repasse/checkout-kit/both-sides/documents';
import { type CreatePaymentBody, readAmountMinor } from './create-payment-request';

/** A year, and the day some years are longer by: as for charges. */
const expiresInDaysMax = 366;
const dayMs = 24 * 60 * 60_000;

/** What the description of POST /payments cannot say. `faulty` holds the fields it has refused already. */
export const createPaymentFaults = (
  request: ApiRequest<CreatePaymentBody>,
  faulty: ReadonlySet<string>,
  now: Date,
): readonly Fault[] => {
  if (faulty.has('body')) return [];
  const { body } = request;
  const found = [...amountFaults(request), ...expiryFaults(body, now), ...missingFaults(body), ...documentFaults(body)];
  return found.filter(({ field }) => !faulty.has(field));
};

export const amountFaults = (request: ApiRequest): readonly Fault[] =>
  readAmountMinor(request) === undefined ? [{ field: 'amount', message: 'must have at most two decimals.' }] : [];

export const expiryFaults = ({ expire_at }: Pick<CreatePaymentBody, 'expire_at'>, now: Date): readonly Fault[] => {
  const field = 'expire_at';
  const inMs = Date.parse(expire_at) - now.getTime();
  if (!(inMs > 0)) return [{ field, message: 'must be in the future.' }];
  return inMs > expiresInDaysMax * dayMs ? [{ field, message: `must be within ${expiresInDaysMax} days.` }] : [];
};

const clientFields = ['name_client', 'document_client', 'document_type'] as const;

const missingFaults = (body: CreatePaymentBody): readonly Fault[] =>
  body.clientMode !== 'fillDataNow'
    ? []
    : clientFields
        .filter((field) => (body[field] ?? '') === '')
        .map((field) => ({ field, message: 'is required when clientMode is fillDataNow.' }));

export const documentFaults = ({
  document_client = '',
  document_type = '',
}: Pick<CreatePaymentBody, 'document_client' | 'document_type'>): readonly Fault[] => {
  if (typeof document_client !== 'string' || document_client === '') return [];
  const type = documentTypeOf(plainDocument(document_client));
  if (type === undefined) {
    return [{ field: 'document_client', message: 'must be a CPF or a CNPJ whose check digits hold.' }];
  }
  const isOther = document_type !== '' && document_type !== type;
  return isOther ? [{ field: 'document_type', message: `must be ${type}, which document_client is.` }] : [];
};
