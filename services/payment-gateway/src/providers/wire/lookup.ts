import { type Logger } from '@repasse/chassis/log/logger';
import { type Answer, type NoAnswer, type Refusal } from './ask';
import { Unreadable } from '@repasse/chassis/schema/schema';

/** What looking something up came to. */
export type Lookup<T> = { readonly outcome: 'found'; readonly value: T } | NoAnswer;

/** Reads an answer that should be something. What cannot be read says nothing, and is logged for a person to look at. */
export const lookup = <T>(log: Logger, answer: Answer, read: (body: unknown) => T): Lookup<T> => {
  if (answer.outcome !== 'answered') return notFound(answer);
  try {
    return { outcome: 'found', value: read(answer.body) };
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    log.error({ reason: fault.message }, 'provider said something unreadable');
    return silent(fault.message);
  }
};

/** A question that was refused says nothing about what was asked for. */
export const notFound = (answer: Refusal | NoAnswer): NoAnswer =>
  answer.outcome === 'refused' ? { outcome: 'unavailable', detail: answer.detail } : answer;

/** An answer came, and nothing can be made of it. */
export const silent = (detail: string): NoAnswer => ({ outcome: 'silent', isTimeout: false, detail });

/** For whoever asks what became of something: a question that was not looked at leaves that as open as silence. */
export const missingOrSilent = (
  answer: NoAnswer,
): { readonly outcome: 'missing' } | { readonly outcome: 'silent'; readonly detail: string } =>
  answer.outcome === 'missing' ? answer : { outcome: 'silent', detail: answer.detail };

/** For whoever asks for something that changes nothing, and can do so again later. */
export const unavailable = (
  answer: Refusal | NoAnswer,
): { readonly outcome: 'unavailable'; readonly detail: string } => ({
  outcome: 'unavailable',
  detail: answer.outcome === 'missing' ? 'The provider does not know what it was asked.' : answer.detail,
});
