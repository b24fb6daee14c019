import { type Traceparent } from './internal/traceparent';

/** As in OpenTelemetry: which side of a call or a message the work is on. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export interface SpanTemplate {
  readonly kind: SpanKind;
  /** Of few values: an operation or a route, never an id. */
  readonly name: string;
}

/** Ids of ours, names, numbers. Never a text of a caller: it may be a person's data or a card's number. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work that is recorded. Work of a trace that is not sampled has none. */
export interface Span {
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** `type` is a code: the message of a fault may quote data. */
  fail(type: string): void;
  end(): void;
}

/** Where a span begins. */
export interface SpanPlace extends Omit<Traceparent, 'spanId'> {
  /** Undefined at the root of a trace. */
  readonly parentSpanId: string | undefined;
  /** The parent is a span of another process, or of an earlier time. */
  readonly isRemote: boolean;
  /** The traceparents of spans that it belongs to besides. */
  readonly links?: readonly string[] | undefined;
}

/** Records spans and sends them away. */
export interface SpanRecorder {
  /** Whether a trace is recorded; `flags` are the caller's, undefined where the trace begins here. */
  samples(traceId: string, flags: string | undefined): boolean;
  start(template: SpanTemplate, place: SpanPlace): Span;
}

let recorder: SpanRecorder | undefined;

/** Undefined while traces are off, which is the default: nothing is loaded then and nothing recorded. */
export const spanRecorder = (): SpanRecorder | undefined => recorder;

export const recordSpansBy = (given: SpanRecorder | undefined): void => {
  recorder = given;
};

/** The code of a fault, else its name. */
export const faultType = (fault: unknown): string => {
  if (!(fault instanceof Error)) return 'unknown';
  return 'code' in fault && typeof fault.code === 'string' ? fault.code : fault.name;
};
