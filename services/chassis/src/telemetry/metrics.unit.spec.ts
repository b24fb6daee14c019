import { createMetrics } from './metrics';

describe('metrics', () => {
  it('answer the same metric when a name is asked for twice, and refuse another kind', () => {
    const metrics = createMetrics('test');
    const first = metrics.counter('repasse_things_total', 'Things.', ['kind']);
    first.inc({ kind: 'a' });

    expect(metrics.counter('repasse_things_total', 'Things.', ['kind'])).toBe(first);
    expect(() => metrics.gauge('repasse_things_total', 'Things.')).toThrow('another kind');
  });

  it('show the service and the process', async () => {
    const metrics = createMetrics('test');
    metrics.histogram('repasse_work_seconds', 'Work.').observe(0.002);
    const text = await metrics.registry.metrics();

    expect(text).toContain('repasse_work_seconds_bucket{le="0.0025",service="test"} 1');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toMatch(/repasse_build_info\{version="\d+\.\d+\.\d+",commit="\w+",service="test"\} 1/);
  });
});
