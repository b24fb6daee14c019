import { createHash } from 'node:crypto';
import { type AnyEvent } from '@repasse/contracts';
import { type EventRecord } from '../store/books/accounts';
import { effectOf } from './effect-of-event';

/** The record of a booked event: its effect by itself, and the digest that tells it from any other. */
export const recordOf = (event: AnyEvent): EventRecord => {
  const { id, type, subject, time, data } = event;
  const { isDivided, parties } = effectOf(event);
  return {
    ...{ eventId: id, type, subject, time, isDivided },
    sha256: digestOfEvent(event),
    currency: 'currency' in data ? data.currency : '',
    effects: Object.fromEntries([...parties].filter(([, minor]) => minor !== 0)),
  };
};

/** SHA-256, in hex, of what the event says. Its data is in the order of the message, which every reader of the bus gets. */
const digestOfEvent = ({ id, type, subject, position, time, data }: AnyEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([id, type, subject, position, time, data]))
    .digest('hex');
