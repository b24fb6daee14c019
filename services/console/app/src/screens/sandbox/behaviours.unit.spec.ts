import { behaviourOf, behaviours, chaosWith } from './behaviours';

const calm = {
  ...{ latencyMs: 0, errorRate: 0, timeoutRate: 0, lostRate: 0, delayCallbacksMs: 0 },
  ...{ dropCallbacks: false, duplicateCallbacks: false, reorderCallbacks: false },
};

it('tells how a provider behaves from all its switches', () => {
  expect(behaviourOf(calm)).toBe('calm');
  expect(behaviourOf({ ...calm, timeoutRate: 1 })).toBe('silent');
  expect(behaviourOf({ ...calm, timeoutRate: 1, latencyMs: 10 })).toBe('other');
});

it('leaves the other providers as they are', () => {
  const all = { pix: { ...calm, errorRate: 0.5 }, card: calm };
  for (const behaviour of behaviours) {
    const set = chaosWith(all, 'card', behaviour) as Readonly<Record<string, Partial<typeof calm>>>;
    expect(set['pix']).toEqual(all.pix);
    expect(behaviourOf({ ...calm, ...set['card'] })).toBe(behaviour);
  }
});
