import { createSampler } from './sampling';
import { newTraceId } from './traceparent';

const ids = Array.from({ length: 4_000 }, () => newTraceId());
const share = (sampler: ReturnType<typeof createSampler>, flags?: string): number =>
  ids.filter((id) => sampler(id, flags)).length / ids.length;

describe('a sampler', () => {
  it('records the share of traces that begin here', () => {
    expect(share(createSampler('parentbased_traceidratio', 0.1))).toBeCloseTo(0.1, 1);
    expect(share(createSampler('parentbased_traceidratio', 0))).toBe(0);
    expect(share(createSampler('parentbased_traceidratio', 1))).toBe(1);
    expect(share(createSampler('always_on', 0))).toBe(1);
    expect(share(createSampler('parentbased_always_off', 1))).toBe(0);
  });

  it('does as its caller does where it is based on the parent', () => {
    const sampler = createSampler('parentbased_traceidratio', 0.1);

    expect([share(sampler, '01'), share(sampler, '00'), share(sampler, '03'), share(sampler, '02')]).toEqual([
      1, 0, 1, 0,
    ]);
  });

  it('decides by the trace alone otherwise, and as every other process does', () => {
    const [edge, service] = [createSampler('traceidratio', 0.3), createSampler('traceidratio', 0.3)];

    expect(share(edge, '01')).toBeCloseTo(0.3, 1);
    expect(ids.every((id) => edge(id, '01') === service(id, '00'))).toBe(true);
  });
});
