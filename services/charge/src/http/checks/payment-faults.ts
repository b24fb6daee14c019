import type { ApiRequest } from '@repasse/chassis/http/app';
import type { Fault } from '@repasse/chassis/http/problem';
import { documentTypeOf, plainDocument } from '@repasse/checkout-kit/both-sides/documents';
import { expiresInDaysMax, type CheckContext } from './charge-faults';
import { readAmountMinor, type CreatePaymentBody } from './payment-request';
import { faultOfWebhookUrl, type UrlRules } from './webhook-url';

const dayMs = 24 * 60 * 60_000;

/**
 * What the description of POST /payments cannot say. `faulty` holds the fields it has refused already. As for POST
 * /charge, a request with an Idempotency-Key that is only too late is left to the handler.
 */
export const faultsOfPaymentRequest = (
  request: ApiRequest<CreatePaymentBody>,
  faulty: ReadonlySet<string>,
  { now, urlRules }: CheckContext,
): readonly Fault[] => {
  const { body, headers } = request;
  if (faulty.has('body')) return [];
  const isUnheard = ({ field }: Fault): boolean => !faulty.has(field);
  const lasting = [
    ...amountFaults(request),
    ...missingFaults(body),
    ...documentFaults(body),
    ...webhookFaults(body, urlRules),
  ].filter(isUnheard);
  if (headers['idempotency-key'] !== undefined && faulty.size === 0 && lasting.length === 0) return [];
  return [...lasting, ...expiryFaults(body, now).filter(isUnheard)];
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

export const webhookFaults = (
  { webhook_url = '' }: Pick<CreatePaymentBody, 'webhook_url'>,
  rules: UrlRules,
): readonly Fault[] => {
  const message = webhook_url === '' ? undefined : faultOfWebhookUrl(webhook_url, rules);
  return message === undefined ? [] : [{ field: 'webhook_url', message }];
};
