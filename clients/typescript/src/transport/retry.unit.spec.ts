import { apiError, ConnectionError, TimeoutError } from './errors';
import { isRetried, pauseMs } from './retry';

const problem = (status: number, retryable?: boolean, headers = {}) =>
  apiError(
    status,
    { type: '', title: '', detail: '', code: 'x', status, ...(retryable === undefined ? {} : { retryable }) },
    new Headers(headers),
  );
const get = { method: 'GET', takesKey: false } as const;
const keyed = { method: 'POST', takesKey: true } as const;
const plain = { method: 'POST', takesKey: false } as const;

describe('what is sent again', () => {
  it.each([
    ['a broken connection', new ConnectionError('cut'), true, true, false],
    ['silence', new TimeoutError('late'), true, true, false],
    ['429', problem(429), true, true, true],
    ['503', problem(503), true, true, false],
    ['503 that says it is final', problem(503, false), false, false, false],
    ['409 that says it will pass', problem(409, true), true, true, false],
    ['409', problem(409), false, false, false],
    ['400', problem(400), false, false, false],
    ['a page instead of an answer', apiError(502, undefined, new Headers()), true, true, false],
    ['a fault of ours', new TypeError('x'), false, false, false],
  ])('after %s', (_, thrown, onRead, withKey, withoutKey) => {
    expect([isRetried(get, thrown), isRetried(keyed, thrown), isRetried(plain, thrown)]).toEqual([
      onRead,
      withKey,
      withoutKey,
    ]);
  });
});

describe('the pause before', () => {
  it('grows, half of it by chance, up to eight seconds', () => {
    expect([1, 2, 3, 10].map((tries) => pauseMs(tries, new ConnectionError(''), () => 0))).toEqual([
      250, 500, 1_000, 4_000,
    ]);
    expect(pauseMs(1, new ConnectionError(''), () => 1)).toBe(500);
  });

  it('is what Retry-After says, unless that is more than a minute', () => {
    expect(pauseMs(1, problem(503, true, { 'retry-after': '7' }))).toBe(7_000);
    expect(pauseMs(1, problem(429, true, { 'retry-after': '61' }))).toBeUndefined();
    const date = new Date(Date.now() + 10_000).toUTCString();
    expect(pauseMs(1, problem(503, true, { 'retry-after': date }))).toBeGreaterThan(8_000);
  });
});
