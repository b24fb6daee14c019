import { createLanes, type Lanes } from '../src/delivery/lanes';
import { firstPace, promptMs } from '../src/delivery/pace';
import { type Turn } from '../src/delivery/places';
import { leasedDelivery } from './ended-attempt';

let lanes: Lanes;
let made: number;

beforeEach(() => {
  lanes = createLanes();
  made = 0;
});

const add = (receiver: string, count: number): void => {
  for (let n = 0; n < count; n += 1) lanes.add(leasedDelivery(String((made += 1)), receiver));
};

const startAll = (): Turn[] => {
  const turns: Turn[] = [];
  for (let turn = lanes.next(); turn !== undefined; turn = lanes.next()) turns.push(turn);
  return turns;
};

const receiversOf = (turns: readonly Turn[]): string[] => turns.map(({ delivery }) => delivery.receiver);

const answered = { isAnswered: true, durationMs: 5 };
const refused = { isAnswered: false, durationMs: 5 };
const timedOut = { isAnswered: false, durationMs: 10_000 };

const finish = (turns: readonly Turn[], how: { isAnswered: boolean; durationMs: number }) =>
  turns.flatMap((turn) => {
    const surplus = lanes.over(turn, how);
    [turn.delivery, ...surplus].forEach(lanes.forget);
    return surplus;
  });

/** A receiver that has answered so often that it has all the places there are for one. */
const makeFast = (receiver: string): void => {
  for (let round = 0; round < 10; round += 1) {
    add(receiver, 4);
    finish(startAll(), answered);
  }
};

describe('the places of a receiver', () => {
  it('are few at first, more with every answer, and never more than its share', () => {
    add('a', 40);
    expect(startAll().length).toBe(firstPace.places);

    makeFast('b');
    add('b', 100);
    expect(receiversOf(startAll()).filter((receiver) => receiver === 'b').length).toBe(32);
  });

  it('are halved by a failure, down to two, and what waits beyond them is given back', () => {
    add('dead', 30);
    const first = startAll();
    expect(first.length).toBe(4);

    expect(finish(first, timedOut).length).toBe(26);
    add('dead', 10);
    expect(startAll().length).toBe(2);
  });

  it('keep some deliveries waiting where failures come at once, since they hold no place for long', () => {
    add('down', 30);

    expect(finish(startAll(), refused).length).toBe(11);
    expect(startAll().length).toBe(2);
  });

  it('come back with its answers', () => {
    add('back', 30);
    finish(startAll(), timedOut);
    add('back', 30);
    finish(startAll(), answered);

    expect(startAll().length).toBe(4);
  });
});

describe('receivers', () => {
  it('take turns', () => {
    add('a', 3);
    add('b', 2);
    add('c', 1);

    expect(receiversOf(startAll())).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('that answer are not kept waiting by any number that do not', () => {
    for (let n = 0; n < 300; n += 1) add(`dead${n}`, 4);
    const hanging = startAll();
    expect(hanging.length).toBe(256);
    add('well', 4);
    expect(startAll()).toEqual([]);

    // A second later.
    hanging.forEach(lanes.overdue);

    expect(receiversOf(startAll()).filter((receiver) => receiver === 'well').length).toBe(4);
  });

  it('that are slow share places of their own', () => {
    for (let n = 0; n < 400; n += 1) add(`slow${n}`, 4);
    const started: Turn[] = [];
    for (let second = 0; second < 5; second += 1) {
      const turns = startAll();
      turns.forEach(lanes.overdue);
      started.push(...turns);
    }

    expect(started.length).toBe(512 + 256);
    finish(started.slice(0, 1), { isAnswered: true, durationMs: promptMs + 1 });
    expect(startAll().length).toBe(1);
  });
});

describe('memory', () => {
  it('admits of a receiver what its places can work off, counting a batch as one', () => {
    const admits = lanes.admission();
    const admitted = Array.from({ length: 50 }, () => admits('a', 100)).filter(Boolean);

    expect(admitted.length).toBe(36);
    expect(admits('b', 100)).toBe(true);
    expect(admits('c', 16 * 1_024 * 1_024)).toBe(false);
  });

  it('admits nothing for a receiver that is overdue beyond its places', () => {
    add('a', 4);
    startAll().forEach(lanes.overdue);

    expect(lanes.admission()('a', 100)).toBe(false);
  });

  it('has room again when what it held is done', () => {
    for (let n = 0; n < 2_048; n += 1) add(`r${n}`, 1);
    expect(lanes.admission()('new', 100)).toBe(false);
    expect(lanes.claims.begin().limit).toBe(0);

    finish(startAll().slice(0, 1), answered);

    expect(lanes.admission()('new', 100)).toBe(true);
    expect(lanes.claims.begin().limit).toBe(1);
  });
});

describe('a claim', () => {
  it('asks of each receiver for what there is room for', () => {
    add('a', 10);
    add('dead', 4);
    startAll().forEach((turn) => turn.delivery.receiver === 'dead' && lanes.overdue(turn));

    expect(lanes.claims.begin()).toEqual({ limit: 256, rooms: { a: 26, dead: 0 }, roomOfOthers: 36 });
  });

  it('is wanted again when half of what it left room for is done, and it had to leave some', () => {
    const room = lanes.claims.begin();
    const claimed = Array.from({ length: 36 }, (_, n) => leasedDelivery(String(n), 'a'));
    expect(lanes.claims.end(room, claimed)).toBe(false);
    claimed.forEach(lanes.add);
    expect(lanes.claims.wantsMore('a')).toBe(false);

    while (!lanes.claims.wantsMore('a')) finish(startAll(), answered);

    lanes.claims.end(lanes.claims.begin(), []);
    expect(lanes.claims.wantsMore('a')).toBe(false);
  });

  it('is wanted for a receiver whose delivery was planned without room for it', () => {
    lanes.claims.expectMoreOf('a');

    expect(lanes.claims.wantsMore('a')).toBe(true);
    expect(lanes.claims.wantsMore('b')).toBe(false);
  });

  it('is followed by another while it is full and there is room', () => {
    const room = lanes.claims.begin();
    const claimed = Array.from({ length: room.limit }, (_, n) => leasedDelivery(String(n), `r${n}`));

    expect(lanes.claims.end(room, claimed)).toBe(true);
  });

  it('forgets receivers to whom nothing is sent when they are too many', () => {
    for (let n = 0; n < 1_100; n += 1) add(`r${n}`, 1);
    for (let turns = startAll(); turns.length > 0; turns = startAll()) finish(turns, answered);
    lanes.claims.begin();

    expect(Object.keys(lanes.claims.begin().rooms)).toHaveLength(1_000);
  });
});
