import { createNotifiedCommits } from './notified-commits';
import { type OutboxMessage } from '../outbox-message';

/** `id` and position of a row of ch_1, unless it is of another key. */
const row = (id: number, position: number, more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  ...{ id, position, topic: 'charge.events.v1', key: 'ch_1', headers: {}, value: '{}', wasFlushed: true },
  ...more,
});

const options = { messagesMax: 5 };

/** After its first reading, which sent the row 10 with the position 1. */
const commitsOf = () => {
  const commits = createNotifiedCommits(options);
  commits.take();
  commits.sent([row(10, 1)]);
  const idsTaken = () => commits.take()?.map(({ id }) => id);
  return { ...commits, idsTaken };
};

describe('notified commits', () => {
  it('are read at first', () => {
    const commits = createNotifiedCommits(options);
    commits.notify([row(1, 1)]);

    expect(commits.take()).toBeUndefined();
    expect(commits.take()).toEqual([]);
  });

  it('are sent unread where they come next, in the order of their ids', () => {
    const commits = commitsOf();
    commits.notify([row(13, 4)]);
    commits.notify([row(11, 2), row(12, 3), row(14, 1, { key: 'ch_2' }), row(15, 1, { topic: 'payment.events.v1' })]);

    expect(commits.idsTaken()).toEqual([11, 12, 13, 14, 15]);
    expect(commits.idsTaken()).toEqual([]);
  });

  it('continue what was sent', () => {
    const commits = commitsOf();
    commits.sent([row(11, 2), row(12, 3)]);
    commits.notify([row(13, 4)]);

    expect(commits.idsTaken()).toEqual([13]);
  });

  it('are not sent again when a reading has found them', () => {
    const commits = commitsOf();
    commits.notify([row(11, 2), row(12, 3)]);
    commits.sent([row(11, 2)]);

    expect(commits.idsTaken()).toEqual([12]);
  });

  it.each([
    { what: 'one before them is missing', rows: [row(11, 1, { key: 'ch_2' }), row(13, 3)] },
    { what: 'nothing is known of their key', rows: [row(11, 2, { key: 'ch_2' })] },
    { what: 'they are more than a batch', rows: [2, 3, 4, 5, 6, 7].map((position) => row(10 + position, position)) },
    { what: 'a commit added others', rows: undefined },
  ])('are read when $what', ({ rows }) => {
    const commits = commitsOf();
    commits.notify([row(9, 1, { key: 'ch_3' })]);
    commits.notify(rows);

    expect(commits.idsTaken()).toBeUndefined();
    expect(commits.idsTaken()).toEqual([]);
  });

  it('are read after a failure', () => {
    const commits = commitsOf();
    commits.notify([row(11, 2)]);
    commits.forget();

    expect(commits.idsTaken()).toBeUndefined();
  });

  it('are read together with what was notified before and after', () => {
    const commits = commitsOf();
    commits.notify([row(11, 2)]);
    commits.notify(undefined);
    commits.notify([row(13, 1, { key: 'ch_2' })]);

    expect(commits.idsTaken()).toBeUndefined();
    expect(commits.idsTaken()).toEqual([]);
  });
});
