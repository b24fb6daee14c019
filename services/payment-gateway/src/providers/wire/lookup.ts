import { type Logger } from '@repasse/chassis/log/logger';
import { type Answer, type NoAnswer, type Refusal } from './ask';
import { Unreadable } from './schema';

/** The result of a lookup. */
export type Lookup<T> = { readonly outcome: 'found'; readonly value: T } | NoAnswer;

/**
 * Reads an answer that should hold a value. An unreadable answer counts as none and is logged for an operator. So does an
 * answer about another object, for which `faultOf` returns a text.
 */
export const lookup = <T>(
  log: Logger,
  answer: Answer,
  read: (body: unknown) => T,
  faultOf: (value: T) => string | undefined = () => undefined,
): Lookup<T> => {
  if (answer.outcome !== 'answered') return notFound(answer);
  try {
    const value = read(answer.body);
    const fault = faultOf(value);
    return fault === undefined ? { outcome: 'found', value } : silent(fault);
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    log.error({ reason: fault.message }, 'provider said something unreadable');
    return silent(fault.message);
  }
};

/** The same result of another form of its value. */
export const mapFound = <T, R>(found: Lookup<T>, map: (value: T) => R): Lookup<R> =>
  found.outcome === 'found' ? { outcome: 'found', value: map(found.value) } : found;

/** The same for requests that make something, whose refusals count. */
export const lookupMade = <T>(log: Logger, answer: Answer, read: (body: unknown) => T): Refusal | Lookup<T> =>
  answer.outcome === 'refused' ? answer : lookup(log, answer, read);

/** A refused request says nothing about the object. */
export const notFound = (answer: Refusal | NoAnswer): NoAnswer =>
  answer.outcome === 'refused' ? { outcome: 'unavailable', detail: answer.detail } : answer;

/** An answer came, and nothing can be made of it. */
export const silent = (detail: string): NoAnswer => ({ outcome: 'silent', isTimeout: false, detail });

/** For lookups: a request that the provider did not process leaves the state as open as no answer. */
export const missingOrSilent = (
  answer: NoAnswer,
): { readonly outcome: 'missing' } | { readonly outcome: 'silent'; readonly detail: string } =>
  answer.outcome === 'missing' ? answer : { outcome: 'silent', detail: answer.detail };

/** For requests that change nothing and can be repeated later. */
export const unavailable = (
  answer: Refusal | NoAnswer,
): { readonly outcome: 'unavailable'; readonly detail: string } => ({
  outcome: 'unavailable',
  detail: answer.outcome === 'missing' ? 'The provider does not know what it was asked.' : answer.detail,
});
