import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { findEvent } from '../store/events';
import { ownerOf } from './caller';
import { eventNotFound } from './problems';

/** GET /events/{eventId}: the bytes that are delivered. */
export const getEvent = (db: Tx): Operation => ({
  handle: async (request) => {
    const eventId = request.params['eventId'] ?? '';
    const event = await findEvent(db, eventId, ownerOf(request));
    if (event === undefined) throw eventNotFound(eventId);
    return { status: 200, contentType: 'application/json; charset=utf-8', body: event.body };
  },
});
