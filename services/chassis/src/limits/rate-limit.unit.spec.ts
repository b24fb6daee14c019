import { ProblemError } from '../http/problem';
import { callerAddress, networkOf } from './caller-address';
import { createRateLimit, type RateLimit } from './rate-limit';
import { operationRates, rate } from './rate-setting';

const outcomeOf = async (counting: Promise<void>): Promise<number> =>
  counting.then(
    () => 200,
    (fault: unknown) => (fault instanceof ProblemError ? fault.problem.status : Promise.reject(fault as Error)),
  );
const counted = (limit: RateLimit, key: string, times: number): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, () => outcomeOf(limit.count(key))));

describe('a rate limit', () => {
  it('lets so many through and refuses the rest, key by key', async () => {
    const limit = createRateLimit({ requests: 2, seconds: 60 });

    expect(await counted(limit, 'a', 3)).toEqual([200, 200, 429]);
    expect(await counted(limit, 'b', 1)).toEqual([200]);
    expect(await outcomeOf(limit.refuseUsedUp('a'))).toBe(429);
    expect(await outcomeOf(limit.refuseUsedUp('b'))).toBe(200);
  });

  it('says how much may come and when', async () => {
    const limit = createRateLimit({ requests: 1, seconds: 30 });
    await limit.count('a');

    await expect(limit.count('a')).rejects.toMatchObject({
      problem: {
        code: 'request.rate_limited',
        headers: {
          'Retry-After': '30',
          'RateLimit-Limit': '1',
          'RateLimit-Remaining': '0',
          'RateLimit-Reset': '30',
        },
      },
    });
  });

  it('lets another through for one that is given back', async () => {
    const limit = createRateLimit({ requests: 2, seconds: 60 });
    await counted(limit, 'a', 2);
    await limit.giveBack('a');

    expect(await counted(limit, 'a', 2)).toEqual([200, 429]);
  });

  it('lets everything through when it is off', async () => {
    expect(new Set(await counted(createRateLimit(null), 'a', 1_000))).toEqual(new Set([200]));
  });
});

describe('whom a limit means', () => {
  it.each([
    [undefined, 0, '203.0.113.9'],
    ['198.51.100.1', 0, '203.0.113.9'],
    ['198.51.100.1', 1, '198.51.100.1'],
    ['made-up, 198.51.100.1', 1, '198.51.100.1'],
    ['made-up, 198.51.100.1, 10.0.0.1', 2, '198.51.100.1'],
    [undefined, 1, '203.0.113.9'],
    ['made-up', 1, 'unknown'],
  ])('with %j behind %d proxies is %s', (forwardedFor, proxies, address) => {
    expect(callerAddress({ forwardedFor, remoteAddress: '203.0.113.9' }, proxies)).toBe(address);
  });

  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a rate in the settings', () => {
  it.each([
    [undefined, { value: null }],
    ['off', { value: null }],
    ['100/60', { value: { requests: 100, seconds: 60 } }],
    ['0/60', { fault: expect.any(String) as string }],
    ['many', { fault: expect.any(String) as string }],
  ])('%j reads as %j', (raw, reading) => {
    expect(rate('LIMIT', { default: null }).read(raw)).toEqual(reading);
  });

  it('is given by operation too', () => {
    const { read } = operationRates('LIMITS');

    expect(read('POST /payments=20/1, POST /withdrawals=5/60')).toEqual({
      value: new Map([
        ['POST /payments', { requests: 20, seconds: 1 }],
        ['POST /withdrawals', { requests: 5, seconds: 60 }],
      ]),
    });
    expect([read(undefined), read('off')]).toEqual([{ value: new Map() }, { value: new Map() }]);
    expect(read('/payments=20/1')).toEqual({ fault: expect.any(String) as string });
  });
});
