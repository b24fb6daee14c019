import { type Fault } from '@repasse/chassis/http/problem';
import { chargeCurrency } from '../../domain/charge.terms';
import { isMethodWith, isNamedMethod, methodRows, namedMethods } from '../../domain/methods';
import { type CreateAttemptBody } from '../requests/attempt-request';
import { cardFault } from './card-fault';
import { refuse, type NamedFault } from './refusal';

/** Faults of a request for a further attempt beyond its schema. */
export const faultsOfAttemptRequest = (
  body: CreateAttemptBody,
  faulty: ReadonlySet<string>,
  now: Date,
): readonly Fault[] => {
  if (isMethodWith('needsCard', body.paymentMethod)) return refuse([cardFault], faulty);
  return refuse(
    [
      ...(faulty.has('paymentMethod') || faulty.has('currency') ? [] : methodFaults(body)),
      ...(faulty.has('attemptExpiresAt') ? [] : expiryFaults(body, now)),
    ],
    faulty,
  );
};

/** An attempt is never ended sooner than was asked for without a word. */
export const outlivingFault = (limit: string, why: string): NamedFault => ({
  field: 'attemptExpiresAt',
  message: `must not be after ${limit}, ${why}.`,
});

const methodFaults = ({ paymentMethod, currency }: CreateAttemptBody): readonly NamedFault[] => {
  if (!isNamedMethod(paymentMethod)) {
    const message = `must be ${namedMethods.join(' or ')}.`;
    return [{ field: 'paymentMethod', message, code: 'charge.payment_method_unknown' }];
  }
  const { needsQuote } = methodRows[paymentMethod];
  if (needsQuote && currency === undefined) {
    const message = `is required when paymentMethod is ${paymentMethod}.`;
    return [{ field: 'currency', message, code: 'charge.checkout_currency_missing' }];
  }
  if (!needsQuote && currency !== undefined && currency !== chargeCurrency) {
    return [{ field: 'currency', message: `must be BRL, or be left out, when paymentMethod is ${paymentMethod}.` }];
  }
  return [];
};

const expiryFaults = ({ attemptExpiresAt }: CreateAttemptBody, now: Date): readonly NamedFault[] =>
  attemptExpiresAt === undefined || Date.parse(attemptExpiresAt) > now.getTime()
    ? []
    : [{ field: 'attemptExpiresAt', message: 'must be in the future.', code: 'charge.expires_in_past' }];
