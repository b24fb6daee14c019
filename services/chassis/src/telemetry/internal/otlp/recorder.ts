import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace, type Link, type Span } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, TracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { type Sampler } from '../sampling';
import { type Span as OwnSpan, type SpanAttributes, type SpanPlace, type SpanRecorder } from '../../spans';
import { formatTraceparent, newSpanId, newTraceId, parseTraceparent } from '../traceparent';

export interface RecorderOptions {
  readonly sampler: Sampler;
  readonly resource: Readonly<Record<string, string>>;
  readonly processor: SpanProcessor;
}

export interface OpenRecorder extends SpanRecorder {
  /** Sends the spans that wait. */
  close(): Promise<void>;
}

/** A batch of events links to each of them that is recorded; no batch has more. */
const linksMax = 500;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** Spans of OpenTelemetry in the traces of ours: trace.ts has decided which are recorded, and chosen their trace ids. */
export const createRecorder = ({ sampler, resource, processor }: RecorderOptions): OpenRecorder => {
  let rootTraceId = '';
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes(resource),
    spanProcessors: [processor],
    spanLimits: { linkCountLimit: linksMax },
    idGenerator: { generateTraceId: () => rootTraceId || newTraceId(), generateSpanId: newSpanId },
  });
  const tracer = provider.getTracer('repasse');
  return {
    samples: sampler,
    start: ({ kind, name }, place) => {
      rootTraceId = place.traceId;
      const options = { kind: kinds[kind], links: place.links?.flatMap(linkOf) ?? [] };
      return ownSpan(tracer.startSpan(name, options, contextOf(place)), place.flags);
    },
    close: () => provider.shutdown(),
  };
};

const contextOf = ({ traceId, parentSpanId, isRemote }: SpanPlace) =>
  parentSpanId === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED, isRemote });

const linkOf = (traceparent: string): Link[] => {
  const parts = parseTraceparent(traceparent);
  if (parts === undefined) return [];
  const { traceId, spanId } = parts;
  return [{ context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true } }];
};

const ownSpan = (span: Span, flags: string): OwnSpan => {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: formatTraceparent({ traceId, spanId, flags }),
    rename: (name) => void span.updateName(name),
    set: (attributes) => setAll(span, attributes),
    fail: (type) => {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
};

const setAll = (span: Span, attributes: SpanAttributes): void => {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(name, value);
};
