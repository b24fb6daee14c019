import { type OfferOutcome } from '../provider';
import { type Refusal } from './ask';
import { type Lookup } from './lookup';
import { makeOnce } from './make-once';
import { retryWithin, startTimeLeft } from './time-left';

const timings = { exchangeTimeoutMs: 1_000, budgetMs: 5_000, retryDelayMs: 1 };
const late = { outcome: 'silent', isTimeout: true, detail: 'late' } as const;
const unknown: OfferOutcome = { outcome: 'unknown', isTimeout: true, detail: 'late' };
const down = { outcome: 'unavailable', detail: 'down' } as const;
const refusal = { outcome: 'refused', status: 400, body: null, detail: 'no' } as const;
const refused: OfferOutcome = { outcome: 'refused', reason: 'DECLINED', detail: 'no' };
const found: Lookup<OfferOutcome> = { outcome: 'found', value: refused };

const run = async (
  o: { isRepeat?: boolean; found?: Lookup<OfferOutcome>[]; made: (Refusal | Lookup<OfferOutcome>)[] },
  budgetMs = timings.budgetMs,
) => {
  const steps: string[] = [];
  const outcome = await makeOnce(
    { ...timings, budgetMs },
    {
      isRepeat: o.isRepeat ?? false,
      find: () => (steps.push('find'), Promise.resolve(o.found?.shift() ?? ({ outcome: 'missing' } as const))),
      make: () => (steps.push('make'), Promise.resolve(o.made.shift() ?? late)),
      outcomeOf: (made) => made,
    },
  );
  return { steps, outcome };
};

describe('making a payment once', () => {
  it('makes it at once, and looks before every other request', async () => {
    expect(await run({ made: [refusal] })).toEqual({ steps: ['make'], outcome: refused });
    expect(await run({ isRepeat: true, made: [refusal] })).toEqual({ steps: ['find', 'make'], outcome: refused });
    expect(await run({ made: [late, found] })).toEqual({ steps: ['make', 'find', 'make'], outcome: refused });
  });

  it('makes nothing when it is found', async () => {
    expect(await run({ isRepeat: true, found: [found], made: [] })).toEqual({ steps: ['find'], outcome: refused });
  });

  it('stays unknown after silence, whatever comes later but an answer', async () => {
    expect(await run({ found: [down], made: [late] })).toEqual({ steps: ['make', 'find'], outcome: unknown });
    expect(await run({ made: [late, down] })).toEqual({ steps: ['make', 'find', 'make'], outcome: unknown });
  });

  it('asks nothing without time', async () => {
    expect(await run({ made: [] }, 0)).toMatchObject({ steps: [], outcome: { outcome: 'unavailable' } });
  });
});

describe('retrying within the time left', () => {
  const asked = async (outcomes: string[], budgetMs = timings.budgetMs) => {
    let count = 0;
    const timeLeft = startTimeLeft({ ...timings, budgetMs });
    const { outcome } = await retryWithin(timeLeft, () => Promise.resolve({ outcome: outcomes[count++] ?? 'silent' }));
    return { count, outcome };
  };

  it('asks again after silence, once', async () => {
    expect(await asked(['found'])).toEqual({ count: 1, outcome: 'found' });
    expect(await asked(['silent', 'found'])).toEqual({ count: 2, outcome: 'found' });
    expect(await asked(['silent', 'silent', 'found'])).toEqual({ count: 2, outcome: 'silent' });
  });

  it('does not begin what cannot end in time', async () => {
    expect(await asked(['silent', 'found'], 0)).toEqual({ count: 1, outcome: 'silent' });
  });
});
