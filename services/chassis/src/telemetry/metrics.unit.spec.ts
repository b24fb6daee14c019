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

describe('exemplars', () => {
  const recorded = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3';

  const observed = () => {
    const metrics = createMetrics('test', { hasExemplars: true });
    const seconds = metrics.tracedHistogram('repasse_work_seconds', 'Work.', ['kind'], [1, 2]);
    seconds.observe({ kind: 'a' }, 0.5, recorded);
    seconds.observe({ kind: 'a' }, 1.5, recorded.replace(/01$/, '00'));
    metrics.counter('repasse_works_total', 'Works.').inc(3);
    return metrics;
  };

  it('show a trace that is recorded, to a scraper that asks for OpenMetrics', async () => {
    const { text, contentType } = await observed().scrapeFor(accept);

    expect(contentType).toMatch(/^application\/openmetrics-text/);
    expect(text).toMatch(
      /_bucket\{le="1",service="test",kind="a"\} 1 # \{trace_id="4bf92f3577b34da6a3ce929d0e0e4736",span_id="00f067aa0ba902b7"\} 0\.5 /,
    );
    expect(text).toMatch(/le="2",service="test",kind="a"\} 2\n/);
    expect(text).toContain('# TYPE repasse_works counter\nrepasse_works_total{service="test"} 3\n');
    expect(text).toMatch(/# EOF\n$/);
  });

  it('leave the older format as it was, before and after', async () => {
    const metrics = observed();
    await metrics.scrapeFor(accept);
    const { text, contentType } = await metrics.scrapeFor(undefined);

    expect(contentType).toMatch(/^text\/plain/);
    expect(text).toContain('repasse_works_total{service="test"} 3');
    expect(text).not.toContain('trace_id');
  });

  it('are not there while traces are off', async () => {
    const metrics = createMetrics('test');
    metrics.tracedHistogram('repasse_work_seconds', 'Work.').observe({}, 0.5, recorded);

    const { text, contentType } = await metrics.scrapeFor(accept);
    expect(contentType).toBe(metrics.registry.contentType);
    expect(text).not.toContain('trace_id');
  });
});
