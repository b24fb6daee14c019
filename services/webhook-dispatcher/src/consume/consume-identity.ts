import { accessTypes, isAccessEvent } from '@repasse/chassis/auth/access/access-changes';
import { type Consumption } from '@repasse/chassis/consumer/consumption';
import { callAll } from '@repasse/chassis/postgres/function-call';
import { callOf } from '@repasse/chassis/projection/show-events';
import { revokedAccess } from '@repasse/chassis/service/access';
import { topicOf, type AnyEvent } from '@repasse/contracts';
import { announcedTypes, announcementsOf } from '../domain/announcements/all';
import { type EventHandler } from './consume-events';

const identityTopic = 'identity.events.v1';
const announced = announcedTypes.filter((type) => topicOf(type) === identityTopic);

/** identity.events.v1 → revoked access, and what is told of recipients and destinations: a topic has one consumption. */
export const consumeIdentity = (access: Consumption, handler: EventHandler): Consumption => ({
  ...access,
  types: [...accessTypes, ...announced],
  hasEffect: (event) => isAccessEvent(event) || announcementsOf(event).length > 0,
  effectOf: async (events) => {
    const effect = await handler.effectOf(events);
    if (effect === undefined) return undefined;
    return {
      ...effect,
      calls: [callOf(revokedAccess, events), ...effect.calls],
      onWritten: ([, ...results]) => {
        access.afterCommit?.(events);
        effect.onWritten?.(results);
      },
    };
  },
  handle: async (events, tx) => {
    await callAll(tx, [callOf(revokedAccess, events)]);
    await handler.handle(events, tx);
  },
  afterCommit: (events: readonly AnyEvent[]) => {
    access.afterCommit?.(events);
    handler.afterCommit(events);
  },
});
