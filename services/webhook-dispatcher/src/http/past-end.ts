import { isYoung } from '@repasse/chassis/http/fresh-reads';
import { keptDaysOf } from '@repasse/contracts';

/** Messages and deliveries are kept for so many days. */
export const messagesKeptDays = keptDaysOf('webhook-dispatcher', 'webhook_events');

const dayMs = 24 * 60 * 60_000;
const ulidEnd = /_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether an id was given out so long ago that what it names has ended, if it was ever there. */
export const isPastEnd = (id: string): boolean => ulidEnd.test(id) && !isYoung(id, messagesKeptDays * dayMs);

/** For the detail of an answer about an id that was not found; empty for a young one. */
export const hintOfEnd = (id: string): string =>
  isPastEnd(id) ? ` It would be older than ${messagesKeptDays} days, for which they are kept.` : '';
