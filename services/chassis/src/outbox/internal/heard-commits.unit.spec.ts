import { createHeardCommits } from './heard-commits';
import { type OutboxMessage } from '../outbox-message';

/** `id` and position of a row of ch_1, unless it is of another key. */
const row = (id: number, position: number, more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  ...{ id, position, topic: 'charge.events.v1', key: 'ch_1', headers: {}, value: '{}', wasFlushed: true },
  ...more,
});

const options = { messagesMax: 5 };

/** After its first reading, which sent the row 10 with the position 1. */
const hearing = () => {
  const heard = createHeardCommits(options);
  heard.take();
  heard.sent([row(10, 1)]);
  const idsTaken = () => heard.take()?.map(({ id }) => id);
  return { ...heard, idsTaken };
};

describe('commits heard', () => {
  it('are read at first', () => {
    const heard = createHeardCommits(options);
    heard.hear([row(1, 1)]);

    expect(heard.take()).toBeUndefined();
    expect(heard.take()).toEqual([]);
  });

  it('are sent unread where they come next, in the order of their ids', () => {
    const heard = hearing();
    heard.hear([row(13, 4)]);
    heard.hear([row(11, 2), row(12, 3), row(14, 1, { key: 'ch_2' }), row(15, 1, { topic: 'payment.events.v1' })]);

    expect(heard.idsTaken()).toEqual([11, 12, 13, 14, 15]);
    expect(heard.idsTaken()).toEqual([]);
  });

  it('continue what was sent', () => {
    const heard = hearing();
    heard.sent([row(11, 2), row(12, 3)]);
    heard.hear([row(13, 4)]);

    expect(heard.idsTaken()).toEqual([13]);
  });

  it('are not sent again when a reading has found them', () => {
    const heard = hearing();
    heard.hear([row(11, 2), row(12, 3)]);
    heard.sent([row(11, 2)]);

    expect(heard.idsTaken()).toEqual([12]);
  });

  it.each([
    { what: 'one before them is missing', rows: [row(11, 1, { key: 'ch_2' }), row(13, 3)] },
    { what: 'nothing is known of their key', rows: [row(11, 2, { key: 'ch_2' })] },
    { what: 'they are more than a batch', rows: [2, 3, 4, 5, 6, 7].map((position) => row(10 + position, position)) },
    { what: 'a commit added others', rows: undefined },
  ])('are read when $what', ({ rows }) => {
    const heard = hearing();
    heard.hear([row(9, 1, { key: 'ch_3' })]);
    heard.hear(rows);

    expect(heard.idsTaken()).toBeUndefined();
    expect(heard.idsTaken()).toEqual([]);
  });

  it('are read after a failure', () => {
    const heard = hearing();
    heard.hear([row(11, 2)]);
    heard.forget();

    expect(heard.idsTaken()).toBeUndefined();
  });

  it('are read together with what was heard before and after', () => {
    const heard = hearing();
    heard.hear([row(11, 2)]);
    heard.hear(undefined);
    heard.hear([row(13, 1, { key: 'ch_2' })]);

    expect(heard.idsTaken()).toBeUndefined();
    expect(heard.idsTaken()).toEqual([]);
  });
});
