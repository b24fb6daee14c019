import type { Fault } from '@repasse/chassis/http/problem';
import { cardFault } from './card-fault';
import { amountMinorOf, defaultExpiry, isMethod, type CreateChargeBody } from './charge-request';
import { refusalOf, refuse, type NamedFault } from './refusal';
import { splitFaults } from './split-faults';
import { faultOfWebhookUrl, type UrlRules } from './webhook-url';

/** A year ahead is beyond any invoice; further off it is a slip in a date, and no provider would keep it. */
export const expiresInDaysMax = 366;

export interface CheckContext {
  readonly now: Date;
  readonly urlRules: UrlRules;
}

/**
 * Everything that is wrong with a request to create a charge beyond what its schema can say. `faulty` holds the fields
 * the schema has refused: their values are not looked at again.
 *
 * With an Idempotency-Key, a request that is only too late is let through to the handler: it may be the repeat of one
 * that was in time, and that one's answer is owed to it.
 */
export const faultsOfChargeRequest = (
  body: CreateChargeBody,
  faulty: ReadonlySet<string>,
  { now, urlRules }: CheckContext,
  hasKey: boolean,
): readonly Fault[] => {
  if (body.paymentMethod === 'CREDIT_CARD') return refuse([cardFault], faulty);

  const isSound = soundness(body, faulty);
  const lasting = [
    ...(isSound('grossAmount') ? amountFaults(body) : []),
    ...(isSound('paymentMethod') ? methodFaults(body) : []),
    ...(isSound('webhookUrl') ? webhookFaults(body, urlRules) : []),
    ...(isSound('split') ? splitFaults(body, faulty) : []),
  ];
  if (hasKey && faulty.size === 0 && lasting.length === 0) return [];
  return refuse([...lasting, ...timeFaults(body, faulty, now)], faulty);
};

/** What the check left to the handler. */
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
    ...(isSound('expiresAt') ? expiryFaults(body, now) : []),
    ...(isSound('attemptExpiresAt') && !faulty.has('expiresAt') ? attemptExpiryFaults(body, now) : []),
  ];
};

export const amountFaults = ({ grossAmount }: Pick<CreateChargeBody, 'grossAmount'>): readonly NamedFault[] =>
  amountMinorOf(grossAmount) === 0
    ? [{ field: 'grossAmount', message: 'must be more than 0.00.', code: 'charge.amount_not_positive' }]
    : [];

const methodFaults = ({ paymentMethod, checkoutCurrency }: CreateChargeBody): readonly NamedFault[] => {
  if (!isMethod(paymentMethod)) {
    const message = 'must be PIX or INTERNATIONAL, or be left out.';
    return [{ field: 'paymentMethod', message, code: 'charge.payment_method_unknown' }];
  }
  if (paymentMethod === 'INTERNATIONAL' && checkoutCurrency === undefined) {
    const message = 'is required when paymentMethod is INTERNATIONAL.';
    return [{ field: 'checkoutCurrency', message, code: 'charge.checkout_currency_missing' }];
  }
  return [];
};

const expiryFaults = ({ expiresAt = '' }: CreateChargeBody, now: Date): readonly NamedFault[] => {
  const inMs = Date.parse(expiresAt) - now.getTime();
  if (!(inMs > 0)) {
    return [{ field: 'expiresAt', message: 'must be in the future.', code: 'charge.expires_in_past' }];
  }
  return inMs > expiresInDaysMax * 24 * 60 * 60_000
    ? [{ field: 'expiresAt', message: `must be within ${expiresInDaysMax} days.` }]
    : [];
};

const attemptExpiryFaults = (body: CreateChargeBody, now: Date): readonly NamedFault[] => {
  const field = 'attemptExpiresAt';
  const atMs = Date.parse(body.attemptExpiresAt ?? '');
  if (!(atMs > now.getTime())) return [{ field, message: 'must be in the future.', code: 'charge.expires_in_past' }];
  const chargeExpiry = body.expiresAt === undefined ? defaultExpiry(now) : new Date(body.expiresAt);
  return atMs > chargeExpiry.getTime() ? [{ field, message: 'must not be after the charge expires.' }] : [];
};

const webhookFaults = ({ webhookUrl = '' }: CreateChargeBody, urlRules: UrlRules): readonly NamedFault[] => {
  const message = faultOfWebhookUrl(webhookUrl, urlRules);
  return message === undefined ? [] : [{ field: 'webhookUrl', message, code: 'charge.webhook_url_not_allowed' }];
};
