import { createHash } from 'node:crypto';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The first ten characters of a ULID are its time, and the first of these is at most a 7. */
const timeOfEvent = /(?<=^evt_)[0-7][0-9A-HJKMNP-TV-Z]{9}/;
const noTime = '0000000000';
const digestCharacters = 16;

/**
 * The id of the message that an event becomes in a feed: a ULID of the event's time, with a digest in place of chance.
 * An event that is consumed again, as after a backup was restored, becomes the same message, and its receivers know it.
 */
export const webhookIdOf = (eventId: string, userId: number, index: number): string => {
  const digest = createHash('sha256')
    .update(`${eventId} ${String(userId)} ${String(index)}`)
    .digest();
  const time = timeOfEvent.exec(eventId)?.[0] ?? noTime;
  // Five bits of each byte.
  return `msg_${time}${[...digest.subarray(0, digestCharacters)].map((byte) => crockford.charAt(byte & 31)).join('')}`;
};
