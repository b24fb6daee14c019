import { type ApiRequest } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { documentTypeOf } from '@repasse/values/check-digits/documents';
import { type CheckContext } from './charge-faults';
import { expiryFaults, unlessOnlyLate } from './lateness';
import { readAmountMinor, type CreatePaymentBody } from '../requests/payment-request';
import { plain } from './refusal';
import { faultOfWebhookUrl, type UrlRules } from '@repasse/chassis/net/webhook-url';

/** Faults of POST /payments beyond its schema; `faulty` are the fields the schema refused. */
export const faultsOfPaymentRequest = (
  request: ApiRequest<CreatePaymentBody>,
  faulty: ReadonlySet<string>,
  { now, urlRules }: CheckContext,
): readonly Fault[] => {
  const { body } = request;
  if (faulty.has('body')) return [];
  const lasting = [
    ...amountFaults(request),
    ...missingFaults(body),
    ...documentFaults(body),
    ...webhookFaults(body, urlRules),
  ];
  return unlessOnlyLate(request, faulty, lasting, lateFaults(body, now)).filter(({ field }) => !faulty.has(field));
};

export const amountFaults = (request: ApiRequest): readonly Fault[] =>
  readAmountMinor(request) === undefined ? [{ field: 'amount', message: 'must have at most two decimals.' }] : [];

/** Without expire_at the charge expires when every charge does. */
export const lateFaults = ({ expire_at }: Partial<Pick<CreatePaymentBody, 'expire_at'>>, now: Date): readonly Fault[] =>
  expire_at === undefined ? [] : expiryFaults('expire_at', expire_at, now).map(plain);

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
  // The schema has refused what is no text.
  const type = typeof document_client === 'string' ? documentTypeOf(document_client) : undefined;
  const isOther = type !== undefined && document_type !== '' && document_type !== type;
  return isOther ? [{ field: 'document_type', message: `must be ${type}, which document_client is.` }] : [];
};

export const webhookFaults = (
  { webhook_url = '' }: Pick<CreatePaymentBody, 'webhook_url'>,
  rules: UrlRules,
): readonly Fault[] => {
  const message = webhook_url === '' ? undefined : faultOfWebhookUrl(webhook_url, rules);
  return message === undefined ? [] : [{ field: 'webhook_url', message }];
};
