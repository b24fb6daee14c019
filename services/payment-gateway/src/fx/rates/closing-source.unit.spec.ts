import { HttpFault } from '@repasse/chassis/http/http-fault';
import { createLogger } from '@repasse/chassis/log/logger';
import { type ExchangeAnswer } from '../../providers/wire/exchange';
import { type Lookup } from '../../providers/wire/lookup';
import { type ClosingRates } from './closing-file';
import { createClosingSource } from './closing-source';

const timings = { exchangeTimeoutMs: 100, budgetMs: 1_000, retryDelayMs: 1 };
const log = createLogger({ service: 'test', level: 'silent' });
const fileOf = (day: string): ExchangeAnswer => ({
  status: 200,
  text: `${day.split('-').reverse().join('/')};220;A;USD;5,24500000;5,24560000;1,00000000;1,00000000\n`,
});
const notFound: ExchangeAnswer = { status: 404, text: '' };

/** A source that answers by day, in turn where there are several answers, and records its requests. */
const sourceWith = (answers: Record<string, readonly (ExchangeAnswer | HttpFault)[]>, hoursMax = 120) => {
  const asked: string[] = [];
  const source = createClosingSource({
    baseUrl: 'http://bcb',
    hoursMax,
    timings,
    log,
    exchange: ({ url, reference }) => {
      asked.push(url.href);
      const day = reference ?? '';
      const turn = asked.filter((each) => each === url.href).length;
      const answer = answers[day]?.[turn - 1] ?? answers[day]?.at(-1) ?? notFound;
      return answer instanceof HttpFault ? Promise.reject(answer) : Promise.resolve(answer);
    },
  });
  return { source, asked };
};
const dayIn = (published: Lookup<ClosingRates>): string | undefined =>
  published.outcome === 'found' ? published.value.day : undefined;

describe('the newest closing rates', () => {
  it('are today’s, by the date in Brasília', async () => {
    const { source, asked } = sourceWith({ '2026-02-03': [fileOf('2026-02-03')] });

    // It is already the 4th in UTC.
    expect(dayIn(await source(new Date('2026-02-04T02:59:59Z')))).toBe('2026-02-03');
    expect(asked).toEqual(['http://bcb/Download/fechamento/20260203.csv']);
  });

  it('are those of the last day that has some: weekends are not asked about, holidays are', async () => {
    const { source, asked } = sourceWith({ '2026-02-13': [fileOf('2026-02-13')] });

    // Carnival: Monday and Tuesday are holidays, on Wednesday the close is still to come.
    expect(dayIn(await source(new Date('2026-02-18T12:00:00Z')))).toBe('2026-02-13');
    expect(asked.map((url) => url.slice(-12, -4))).toEqual(['20260218', '20260217', '20260216', '20260213']);
  });

  it('are none when the last ones are too old', async () => {
    const { source } = sourceWith({ '2026-02-13': [fileOf('2026-02-13')] }, 48);

    expect(await source(new Date('2026-02-18T12:00:00Z'))).toEqual({ outcome: 'missing' });
  });

  it('are asked for once more after silence', async () => {
    const cut = new HttpFault('broken', 'cut');
    const { source, asked } = sourceWith({ '2026-02-03': [cut, fileOf('2026-02-03')] });

    expect(dayIn(await source(new Date('2026-02-03T18:00:00Z')))).toBe('2026-02-03');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['keeps silent', new HttpFault('timeout', 'no answer'), 2, 'silent'],
    ['cannot be reached', new HttpFault('refused', 'nobody there'), 1, 'unavailable'],
    ['fails', { status: 503, text: '' }, 2, 'silent'],
    ['turns us away', { status: 403, text: '' }, 1, 'unavailable'],
    ['answers a page', { status: 200, text: '<html>' }, 1, 'silent'],
  ])('are not known when the source %s, and no older ones are taken for them', async (_, answer, times, outcome) => {
    const { source, asked } = sourceWith({ '2026-02-03': [answer], '2026-02-02': [fileOf('2026-02-02')] });

    expect((await source(new Date('2026-02-03T18:00:00Z'))).outcome).toBe(outcome);
    expect(asked).toHaveLength(times);
  });
});
