import { randomIds } from '@repasse/chassis/ids';
import { webhookIdOf } from './webhook-id';

const eventId = 'evt_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';

describe('the id of a message', () => {
  it('is the same for the same event, user and place among its messages', () => {
    expect(webhookIdOf(eventId, 1_001, 0)).toBe(webhookIdOf(eventId, 1_001, 0));
    expect(webhookIdOf(eventId, 1_001, 0)).toMatch(/^msg_01KAJ2E8V4[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  it('differs for another event, user or place', () => {
    const ids = [
      webhookIdOf(eventId, 1_001, 0),
      webhookIdOf(eventId, 1_002, 0),
      webhookIdOf(eventId, 1_001, 1),
      webhookIdOf(`evt_${randomIds.ulid()}`, 1_001, 0),
      // One digit that moves from one part to the next.
      webhookIdOf(eventId, 100, 10),
      webhookIdOf(eventId, 1_001, 10),
    ];

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is one also where an event has another kind of id', () => {
    expect(webhookIdOf('4711', 1_001, 0)).toMatch(/^msg_0000000000[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  it('spreads over all characters', () => {
    const texts = Array.from({ length: 2_000 }, (_, index) => webhookIdOf(eventId, index, 0).slice(14)).join('');

    expect(new Set(texts).size).toBe(32);
  });
});
