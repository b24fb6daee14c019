import { createLogger } from '../../log/logger';
import { followReplicas, type Replicas, type ReplicasOptions } from './replicas';

const log = createLogger({ service: 'test', level: 'silent' });
const [a, b, c] = ['http://10.0.0.1:1', 'http://10.0.0.2:1', 'http://10.0.0.3:1'] as const;

describe('the processes of a service', () => {
  let replicas: Replicas<string>;
  const red = new Set<string>();
  const probed: string[] = [];
  const told: string[] = [];
  const follow = (urls: readonly string[], more: Partial<ReplicasOptions<string>> = {}): void => {
    replicas = followReplicas({
      ...{ name: 'charge', urls, log },
      open: ({ url, address = '' }) => url + address,
      onReadiness: (link, isReady) => void told.push(`${link} ${isReady ? 'ready' : 'red'}`),
      openProbe: ({ url }) => ({
        ask: async () => {
          probed.push(url);
          return !red.has(url);
        },
        close: () => undefined,
      }),
      ...more,
    });
  };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    red.clear();
    probed.length = 0;
    told.length = 0;
  });
  afterEach(() => {
    replicas.close();
    jest.useRealTimers();
  });
  /** The links of so many requests, each of which is over before the next. */
  const takenInTurn = (count: number): Set<string> => {
    const links = new Set<string>();
    for (let each = 0; each < count; each += 1) {
      const replica = replicas.take();
      links.add(replica.link);
      replicas.giveBack(replica);
    }
    return links;
  };
  const aSecond = (): Promise<void> => jest.advanceTimersByTimeAsync(1_000);

  it('take turns, and the least busy one is first', () => {
    follow([a, b, c]);
    const first = replicas.take();
    const second = replicas.take();

    expect(new Set([first.link, second.link, replicas.take().link])).toEqual(new Set([a, b, c]));
    replicas.giveBack(second);
    expect(replicas.take().link).toBe(second.link);
  });

  it('are left out while they are red, and used again afterwards', async () => {
    follow([a, b]);
    red.add(a);
    await aSecond();
    expect(takenInTurn(4)).toEqual(new Set([b]));
    red.clear();
    await aSecond();

    expect(takenInTurn(4)).toEqual(new Set([a, b]));
    expect(told).toEqual([`${a} red`, `${a} ready`]);
  });

  it('are left out at once when nothing listens there, until they say otherwise', async () => {
    follow([a, b]);
    const first = replicas.take();
    replicas.refused(first);
    replicas.giveBack(first);
    expect(takenInTurn(4)).not.toContain(first.link);
    await aSecond();

    expect(takenInTurn(4)).toContain(first.link);
  });

  it('are tried all when none is ready', async () => {
    follow([a, b]);
    red.add(a).add(b);
    await aSecond();

    expect(takenInTurn(4)).toEqual(new Set([a, b]));
    expect(await replicas.isReady()).toBe(false);
  });

  it('give another one for the second try, even a red one', async () => {
    follow([a, b]);
    red.add(a);
    await aSecond();
    const first = replicas.take();

    expect([first.link, replicas.take(first).link]).toEqual([b, a]);
  });

  it('are not asked, nor left out, where there is one', async () => {
    follow([a]);
    const first = replicas.take();
    replicas.refused(first);
    await aSecond();

    expect([replicas.take(first).link, probed, told]).toEqual([a, [], []]);
    expect([await replicas.isReady(), await replicas.isReady(), probed]).toEqual([true, true, [a]]);
  });

  it('come and go with the addresses of their name', async () => {
    const addresses = ['10.0.0.7', '10.0.0.8'];
    const gone: string[] = [];
    follow(['http://charge:1'], {
      findAddresses: async () => addresses.map((address) => ({ address, family: 4 })),
      onGone: (link) => void gone.push(link),
    });
    expect(takenInTurn(2)).toEqual(new Set(['http://charge:1']));
    await aSecond();
    expect(takenInTurn(4)).toEqual(new Set(['http://charge:110.0.0.7', 'http://charge:110.0.0.8']));
    addresses.shift();
    await jest.advanceTimersByTimeAsync(5_000);

    expect([replicas.count, gone]).toEqual([
      1,
      ['http://charge:1', 'http://charge:110.0.0.7', 'http://charge:110.0.0.8'],
    ]);
  });
});
