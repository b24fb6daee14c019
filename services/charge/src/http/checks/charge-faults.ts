import { type ApiRequest } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { isMethodWith, isNamedMethod, methodRows, namedMethods } from '../../domain/methods';
import { outlivingFault } from './attempt-faults';
import { cardFault } from './card-fault';
import { amountMinorOf, defaultExpiry, type CreateChargeBody } from '../requests/charge-request';
import { expiryFaults, unlessOnlyLate } from './lateness';
import { refusalOf, refuse, type NamedFault } from './refusal';
import { splitFaults } from './split-faults';
import { faultOfWebhookUrl, type UrlRules } from '@repasse/chassis/net/webhook-url';

export interface CheckContext {
  readonly now: Date;
  readonly urlRules: UrlRules;
}

/**
 * All faults of a request to create a charge beyond its schema. `faulty` holds the fields the schema has refused: their
 * values are not checked again. A date that is too late may be left to the handler.
 */
export const faultsOfChargeRequest = (
  request: ApiRequest<CreateChargeBody>,
  faulty: ReadonlySet<string>,
  { now, urlRules }: CheckContext,
): readonly Fault[] => {
  const { body } = request;
  if (isMethodWith('needsCard', body.paymentMethod)) return refuse([cardFault], faulty);

  const isSound = soundness(body, faulty);
  const lasting = [
    ...(isSound('grossAmount') ? amountFaults(body) : []),
    ...(isSound('paymentMethod') ? methodFaults(body) : []),
    ...(isSound('allowedMethods') && isSound('paymentMethod') ? allowedMethodsFaults(body) : []),
    ...(isSound('webhookUrl') ? webhookFaults(body, urlRules) : []),
    ...(isSound('split') ? splitFaults(body, faulty) : []),
  ];
  return refuse(unlessOnlyLate(request, faulty, lasting, timeFaults(body, faulty, now)), faulty);
};

/** Refuses dates that are too late, which the check may leave to the handler. */
export const refuseWhatIsTooLate = (body: CreateChargeBody, now: Date): void => {
  const faults = timeFaults(body, new Set(), now);
  if (faults.length > 0) throw refusalOf(faults);
};

type IsSound = (field: keyof CreateChargeBody) => boolean;

const soundness =
  (body: CreateChargeBody, faulty: ReadonlySet<string>): IsSound =>
  (field) =>
    body[field] !== undefined && !faulty.has(field);

const timeFaults = (body: CreateChargeBody, faulty: ReadonlySet<string>, now: Date): readonly NamedFault[] => {
  const isSound = soundness(body, faulty);
  return [
    ...(isSound('expiresAt') ? expiryFaults('expiresAt', body.expiresAt ?? '', now) : []),
    ...(isSound('attemptExpiresAt') && !faulty.has('expiresAt') ? attemptExpiryFaults(body, now) : []),
  ];
};

export const amountFaults = ({ grossAmount }: Pick<CreateChargeBody, 'grossAmount'>): readonly NamedFault[] =>
  amountMinorOf(grossAmount) === 0
    ? [{ field: 'grossAmount', message: 'must be more than 0.00.', code: 'charge.amount_not_positive' }]
    : [];

const methodFaults = ({ paymentMethod, checkoutCurrency }: CreateChargeBody): readonly NamedFault[] => {
  if (!isNamedMethod(paymentMethod)) {
    const message = `must be ${namedMethods.join(' or ')}, or be left out.`;
    return [{ field: 'paymentMethod', message, code: 'charge.payment_method_unknown' }];
  }
  if (methodRows[paymentMethod].needsQuote && checkoutCurrency === undefined) {
    const message = `is required when paymentMethod is ${paymentMethod}.`;
    return [{ field: 'checkoutCurrency', message, code: 'charge.checkout_currency_missing' }];
  }
  return [];
};

/** The first attempt is one of the ways in which the charge may be paid. */
const allowedMethodsFaults = ({ paymentMethod, allowedMethods = [] }: CreateChargeBody): readonly NamedFault[] =>
  !isNamedMethod(paymentMethod) || allowedMethods.includes(paymentMethod)
    ? []
    : [{ field: 'allowedMethods', message: `must include ${paymentMethod}, which is the paymentMethod.` }];

const attemptExpiryFaults = (body: CreateChargeBody, now: Date): readonly NamedFault[] => {
  const field = 'attemptExpiresAt';
  const atMs = Date.parse(body.attemptExpiresAt ?? '');
  if (!(atMs > now.getTime())) return [{ field, message: 'must be in the future.', code: 'charge.expires_in_past' }];
  const chargeExpiry = body.expiresAt === undefined ? defaultExpiry(now) : new Date(body.expiresAt);
  return atMs > chargeExpiry.getTime() ? [outlivingFault(chargeExpiry.toISOString(), 'when the charge expires')] : [];
};

const webhookFaults = ({ webhookUrl = '' }: CreateChargeBody, urlRules: UrlRules): readonly NamedFault[] => {
  const message = faultOfWebhookUrl(webhookUrl, urlRules);
  return message === undefined ? [] : [{ field: 'webhookUrl', message, code: 'charge.webhook_url_not_allowed' }];
};
