import { createLogger } from '@repasse/chassis/log/logger';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type Answer } from '../wire/ask';
import { providerTimingsDefault as timings } from '../wire/time-left';
import { createFindLimits } from './limits';

const log = createLogger({ service: 'test', level: 'silent' });
const answered = (body: unknown): Answer => ({ outcome: 'answered', body });
const silent: Answer = { outcome: 'silent', isTimeout: true, detail: 'No answer.' };
const least = answered({ min_amount: '0.0001', fiat_equivalent: '9.15' });
const listed = answered({ currencies: [{ currency: 'btc', max_amount: '1.5' }, { currency: 'xrp' }] });

const asking = (minimum: Answer, currencies: Answer) => {
  const clock = fakeClock();
  const fixedRateCurrencies = jest.fn(async () => currencies);
  const client = { minimum: async () => minimum, fixedRateCurrencies };
  return { findLimits: createFindLimits({ client, clock, log, timings }), fixedRateCurrencies, clock };
};

const minimum = { coins: '0.0001', price: '9.15' };

describe('the limits of a coin', () => {
  it('are in the coin, and at the rate of the minimum in the currency of the price', async () => {
    expect(await asking(least, listed).findLimits('USD', 'BTC')).toEqual({
      outcome: 'found',
      minimum,
      maximum: { coins: '1.5', price: '137250' },
    });
  });

  it.each([
    ['a coin without one', listed],
    ['a list of names', answered({ currencies: ['btc', 'xrp'] })],
    ['a refused question', { outcome: 'refused', status: 400, body: null, detail: '' } as const],
  ])('have no maximum by %s', async (_, currencies) => {
    expect(await asking(least, currencies).findLimits('USD', 'XRP')).toEqual({
      outcome: 'found',
      minimum,
      maximum: null,
    });
  });

  it.each([
    ['minimum', silent, listed],
    ['maximum', least, silent],
  ])('are not known when the provider does not tell the %s', async (_, first, second) => {
    expect(await asking(first, second).findLimits('USD', 'BTC')).toMatchObject({ outcome: 'unavailable' });
  });

  it('are of a list that is asked again after ten minutes', async () => {
    const { findLimits, fixedRateCurrencies, clock } = asking(least, listed);
    await findLimits('USD', 'BTC');
    clock.advance(10 * 60_000 - 1);
    await findLimits('USD', 'BTC');
    expect(fixedRateCurrencies).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await findLimits('USD', 'BTC');
    expect(fixedRateCurrencies).toHaveBeenCalledTimes(2);
  });
});
