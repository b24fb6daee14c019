import { AsyncLocalStorage } from 'node:async_hooks';
import { faultType, spanRecorder, type Span, type SpanRecorder, type SpanTemplate } from './spans';
import {
  formatTraceparent,
  isRecordedAt,
  newSpanId,
  newTraceId,
  parseTraceparent,
  withSampled,
  type Traceparent,
} from './internal/traceparent';

/** Where the code that is running belongs: a W3C trace, and the HTTP request that started it where there was one. */
export interface Trace {
  /** 32 hexadecimal digits, the same in every service a request passes through. */
  readonly traceId: string;
  /** The header to send on: a `traceparent` with this service's own span as the parent. */
  readonly traceparent: string;
  readonly requestId: string | undefined;
  /** Recorded from the beginning of the work to its end; undefined where the trace is not recorded. */
  readonly span?: Span;
}

export interface TraceOrigin {
  readonly traceparent?: string | undefined;
  readonly requestId?: string | undefined;
  /** The span that the work is, while traces are on. Without it the work is part of the caller's span. */
  readonly span?: SpanTemplate | undefined;
}

const storage = new AsyncLocalStorage<Trace>();

export const currentTrace = (): Trace | undefined => storage.getStore();

/** Of the trace that runs; undefined where it is not recorded, so that `currentSpan()?.set({ … })` costs nothing then. */
export const currentSpan = (): Span | undefined => storage.getStore()?.span;

/** Runs `fn` within a trace: the caller's when `traceparent` is well-formed, a new one otherwise. */
export const runInTrace = <T>(origin: TraceOrigin, fn: () => T): T => {
  const recorder = spanRecorder();
  if (recorder === undefined) return storage.run(beginTrace(origin), fn);
  const trace = beginRecorded(recorder, origin);
  return untilDone(trace.span, () => storage.run(trace, fn));
};

/** The same for code that answers by callbacks: it ends the span itself. Undefined while traces are off. */
export const openTrace = (origin: TraceOrigin): Trace | undefined => {
  const recorder = spanRecorder();
  return recorder === undefined ? undefined : beginRecorded(recorder, origin);
};

const beginTrace = ({ traceparent, requestId }: TraceOrigin): Trace => {
  const parent = parseTraceparent(traceparent);
  const traceId = parent?.traceId ?? newTraceId();
  return traceOf({ traceId, spanId: newSpanId(), flags: parent?.flags ?? '01' }, requestId);
};

const beginRecorded = (recorder: SpanRecorder, { traceparent, requestId, span: template }: TraceOrigin): Trace => {
  const parent = parseTraceparent(traceparent);
  const traceId = parent?.traceId ?? newTraceId();
  const flags = parent?.flags ?? '00';
  const isRecorded = recorder.samples(traceId, parent?.flags);
  if (isRecorded && template !== undefined) {
    const place = { traceId, parentSpanId: parent?.spanId, flags: withSampled(flags, true), isRemote: true };
    const span = recorder.start(template, place);
    return { traceId, traceparent: span.traceparent, requestId, span };
  }
  // A parent that is recorded stays the parent of what follows: a span id of our own would lead to nothing.
  if (isRecorded && parent !== undefined) return traceOf({ ...parent, flags: withSampled(flags, true) }, requestId);
  return traceOf({ traceId, spanId: newSpanId(), flags: withSampled(flags, false) }, requestId);
};

const traceOf = (parts: Traceparent, requestId: string | undefined): Trace => ({
  traceId: parts.traceId,
  traceparent: formatTraceparent(parts),
  requestId,
});

export interface ChildOptions {
  /** Of the span above, from an earlier time, as an event carries it. */
  readonly traceparent: string | undefined;
  readonly links?: readonly string[];
}

/** Begins a span below one that is recorded: the current one, or the given one. Undefined otherwise. */
export const startSpan = (template: SpanTemplate, options?: ChildOptions): Span | undefined => {
  const recorder = spanRecorder();
  if (recorder === undefined) return undefined;
  const above = options === undefined ? currentTrace()?.traceparent : options.traceparent;
  if (above === undefined || !isRecordedAt(above)) return undefined;
  const parent = parseTraceparent(above);
  if (parent === undefined) return undefined;
  const { traceId, spanId, flags } = parent;
  return recorder.start(template, {
    ...{ traceId, parentSpanId: spanId, flags },
    isRemote: options !== undefined,
    links: options?.links,
  });
};

/** Begins a trace for work that belongs to several, which its links name. */
export const startRootSpan = (template: SpanTemplate, links: readonly string[]): Span | undefined =>
  spanRecorder()?.start(template, {
    ...{ traceId: newTraceId(), parentSpanId: undefined, flags: '01', isRemote: false, links },
  });

/** Ends the span with the work, whatever comes of it. */
export const untilDone = <T>(span: Span | undefined, work: () => T): T => {
  if (span === undefined) return work();
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    result.then(
      () => span.end(),
      (fault: unknown) => endFailed(span, fault),
    );
    return result;
  } catch (fault) {
    endFailed(span, fault);
    throw fault;
  }
};

/** The same for several spans of one piece of work. */
export const untilAllDone = async <T>(spans: readonly Span[], work: () => Promise<T>): Promise<T> => {
  try {
    const result = await work();
    for (const span of spans) span.end();
    return result;
  } catch (fault) {
    for (const span of spans) endFailed(span, fault);
    throw fault;
  }
};

const endFailed = (span: Span, fault: unknown): void => {
  span.fail(faultType(fault));
  span.end();
};
