import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { createRecorder } from './internal/otlp/recorder';
import { createSampler } from './internal/sampling';
import { recordSpansBy } from './spans';
import { currentSpan, currentTrace, runInTrace, startRootSpan, startSpan } from './trace';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const recorded = `00-${traceId}-00f067aa0ba902b7-01`;
const notRecorded = `00-${traceId}-00f067aa0ba902b7-00`;
const server = { kind: 'server', name: 'request' } as const;
const client = { kind: 'client', name: 'call' } as const;

const exporter = new InMemorySpanExporter();

beforeEach(() => {
  exporter.reset();
  const processor = new SimpleSpanProcessor({ exporter });
  const sampler = createSampler('parentbased_traceidratio', 1);
  recordSpansBy(createRecorder({ sampler, processor, resource: { 'service.name': 'test' } }));
});
afterEach(() => recordSpansBy(undefined));

const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    spanId: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    attributes: span.attributes,
    failed: span.status.code === SpanStatusCode.ERROR,
    links: span.links.map(({ context }) => context.spanId),
  }));

describe('a trace that is recorded', () => {
  it('sends on its own span, below the one of the caller', () => {
    const sent = runInTrace({ traceparent: recorded, span: server }, () => currentTrace()?.traceparent);

    const [span] = spans();
    expect(span).toMatchObject({ name: 'request', traceId, parent: '00f067aa0ba902b7', failed: false });
    expect(sent).toBe(`00-${traceId}-${span?.spanId}-01`);
  });

  it('has the same id in logs and spans where it begins here', async () => {
    const seen = await runInTrace({ span: server }, async () => {
      await Promise.resolve();
      const call = startSpan(client);
      call?.set({ 'http.route': '/charge', missing: undefined });
      call?.end();
      return currentTrace()?.traceId;
    });

    const [call, request] = spans();
    expect([call?.traceId, request?.traceId]).toEqual([seen, seen]);
    expect(call).toMatchObject({ parent: request?.spanId, attributes: { 'http.route': '/charge' } });
    expect(request?.parent).toBeUndefined();
  });

  it('tells the code of a fault, and never its message', async () => {
    const fault = Object.assign(new Error('maria@example.com is unknown'), { code: 'payer.unknown' });
    await expect(runInTrace({ span: server }, () => Promise.reject(fault))).rejects.toBe(fault);

    expect(spans()).toMatchObject([{ failed: true, attributes: { 'error.type': 'payer.unknown' } }]);
    expect(JSON.stringify(spans())).not.toContain('maria');
  });

  it('stays under the span of the caller where the work has none of its own', () => {
    expect(runInTrace({ traceparent: recorded }, currentTrace)?.traceparent).toBe(recorded);
    expect(spans()).toEqual([]);
  });

  it('links work of several traces to each of them', () => {
    startRootSpan({ kind: 'consumer', name: 'process batch' }, [recorded])?.end();

    expect(spans()).toMatchObject([{ links: ['00f067aa0ba902b7'], parent: undefined }]);
  });
});

describe('a trace that is not recorded', () => {
  it('has no span, and says so to whoever is asked next', () => {
    const seen = runInTrace({ traceparent: notRecorded, span: server }, () => ({
      trace: currentTrace(),
      span: currentSpan(),
      child: startSpan(client),
    }));

    expect(seen).toMatchObject({ span: undefined, child: undefined });
    expect(seen.trace?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(startSpan(client, { traceparent: notRecorded })).toBeUndefined();
    expect(startSpan(client, { traceparent: undefined })).toBeUndefined();
    expect(spans()).toEqual([]);
  });
});
