import { countingIds } from '@repasse/chassis/testing/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type Lookup } from '../../providers/wire/lookup';
import { type ClosingRates } from './closing-file';
import { createQuoter } from './quote';
import { createRates } from './rates';

const log = createLogger({ service: 'test', level: 'silent' });
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const closing = (day: string, usd: bigint): Lookup<ClosingRates> => ({
  outcome: 'found',
  value: { day, rates: new Map([['USD', usd]]) },
});
const silent: Lookup<ClosingRates> = { outcome: 'silent', isTimeout: false, detail: 'nobody there' };

const ratesWith = (startIso: string, first: Lookup<ClosingRates>) => {
  const clock = fakeClock(startIso);
  const at = { answer: first, askedCount: 0 };
  const source = () => {
    at.askedCount += 1;
    return Promise.resolve(at.answer);
  };
  const metrics = createMetrics('test');
  return { rates: createRates({ source, hoursMax: 120, clock, log, metrics }), at, clock, metrics };
};

describe('rates in memory', () => {
  it('are asked for once however many wait for them, and not again on their own day', async () => {
    const { rates, at, clock } = ratesWith('2026-02-03T18:00:00Z', closing('2026-02-03', 1n));

    const all = await Promise.all([rates.of('USD'), rates.of('USD'), rates.of('EUR')]);
    clock.advance(8 * hourMs);
    await rates.of('USD');

    const rate = { outcome: 'rate', rate: 1n, ratedOn: '2026-02-03' };
    expect(all).toEqual([rate, rate, { outcome: 'unlisted' }]);
    expect(at.askedCount).toBe(1);
  });

  it('are replaced by newer ones in the background', async () => {
    const { rates, at, clock } = ratesWith('2026-02-03T13:00:00Z', closing('2026-02-02', 1n));
    await rates.of('USD');

    at.answer = closing('2026-02-03', 2n);
    clock.advance(9 * minuteMs);
    await rates.of('USD');
    expect(at.askedCount).toBe(1);
    clock.advance(minuteMs);
    expect(await rates.of('USD')).toMatchObject({ rate: 1n });
    expect(await rates.of('USD')).toMatchObject({ rate: 2n, ratedOn: '2026-02-03' });
    expect(at.askedCount).toBe(2);
  });

  it('stay in use while the source keeps silent, until they are too old', async () => {
    const { rates, at, clock, metrics } = ratesWith('2026-02-13T18:00:00Z', closing('2026-02-13', 1n));
    await rates.of('USD');

    at.answer = silent;
    clock.set('2026-02-19T02:59:59Z');
    expect(await rates.of('USD')).toMatchObject({ rate: 1n });
    clock.set('2026-02-19T03:00:00Z');
    expect(await rates.of('USD')).toEqual({ outcome: 'unavailable' });
    expect(await metrics.registry.metrics()).toContain(
      `closed_timestamp_seconds{service="test"} ${Date.UTC(2026, 1, 14, 3) / 1000}`,
    );
  });

  it('are not asked for by everybody while there are none', async () => {
    const { rates, at, clock } = ratesWith('2026-02-03T18:00:00Z', silent);

    await rates.of('USD');
    await rates.of('USD');
    expect(at.askedCount).toBe(1);
    at.answer = closing('2026-02-03', 1n);
    clock.advance(2_000);
    expect(await rates.of('USD')).toMatchObject({ outcome: 'rate' });
  });

  it('of a day that is not there any more are not used, when the clock is set back', async () => {
    const { rates, at, clock } = ratesWith('2026-02-03T18:00:00Z', closing('2026-02-03', 2n));
    await rates.of('USD');

    at.answer = closing('2026-01-30', 1n);
    clock.set('2026-01-31T12:00:00Z');
    expect(await rates.of('USD')).toMatchObject({ rate: 1n, ratedOn: '2026-01-30' });
  });
});

describe('a quote', () => {
  const quoterWith = (first: Lookup<ClosingRates>) => {
    const { rates, clock } = ratesWith('2026-02-03T18:00:00.000Z', first);
    const currencies = ['USD', 'KWD'];
    return createQuoter({ rates, currencies, spreadBps: 300, quoteMinutes: 60, clock, ids: countingIds() });
  };

  it('says everything that led to its amount, and how long it holds', async () => {
    const quoteFor = quoterWith(closing('2026-02-03', 540_000_000n));

    expect(await quoteFor({ targetCurrency: 'USD', sourceAmountMinor: 10_000 })).toEqual({
      outcome: 'quoted',
      ratedOn: '2026-02-03',
      quote: {
        quoteId: expect.stringMatching(/^fxq_/),
        sourceCurrency: 'BRL',
        targetCurrency: 'USD',
        sourceAmountMinor: 10_000,
        finalAmountMinor: 1_909,
        rate: '5.4',
        spreadBps: 300,
        rateWithSpread: '5.238',
        source: 'BCB_PTAX',
        quotedAt: '2026-02-03T18:00:00.000Z',
        expiresAt: '2026-02-03T19:00:00.000Z',
      },
    });
  });

  it.each([
    ['a currency the provider does not take', 'EUR', 10_000, closing('2026-02-03', 1n), 'unsupported'],
    ['a currency without a rate', 'KWD', 10_000, closing('2026-02-03', 1n), 'unsupported'],
    ['any currency without rates', 'USD', 10_000, silent, 'unavailable'],
    ['an amount below the smallest unit', 'USD', 1, closing('2026-02-03', 540_000_000n), 'out_of_range'],
  ])('is refused for %s', async (_, targetCurrency, sourceAmountMinor, first, outcome) => {
    expect(await quoterWith(first)({ targetCurrency, sourceAmountMinor })).toMatchObject({ outcome });
  });
});
