import { topicOf, type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage } from '../../bus/bus';
import { faultType, spanRecorder, type Span, type SpanTemplate } from '../../telemetry/spans';
import { startRootSpan, startSpan } from '../../telemetry/trace';
import { isRecordedAt } from '../../telemetry/internal/traceparent';

const batchSpan: SpanTemplate = { kind: 'consumer', name: 'process batch' };
const eventSpan: SpanTemplate = { kind: 'consumer', name: 'process' };

/** The spans of a batch that takes effect together. */
export interface BatchSpans {
  /** Of the whole batch; undefined where it is one event, whose own span says all of it. */
  readonly traceparent: string | undefined;
  /** The event with its span as the parent of all that comes of it; as it is where its trace is not recorded. */
  readonly within: (event: AnyEvent) => AnyEvent;
  end(fault?: unknown): void;
}

export interface BatchSpansOptions {
  readonly group: string;
  readonly isBusOnOtherServer: boolean;
}

/**
 * A batch belongs to many traces, so its own span links to the spans that wrote its events; below each of those begins a
 * span of the event, which makes one trace from a request to all that follows. Undefined where none of them is recorded.
 */
export const openBatchSpans = (
  messages: readonly IncomingMessage[],
  { group, isBusOnOtherServer }: BatchSpansOptions,
): BatchSpans | undefined => {
  if (spanRecorder() === undefined) return undefined;
  const recorded = messages.flatMap(({ headers: { traceparent = '' } }) =>
    isRecordedAt(traceparent) ? [traceparent] : [],
  );
  if (recorded.length === 0) return undefined;
  const common = {
    'messaging.system': isBusOnOtherServer ? 'kafka' : 'postgresql',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': group,
    'messaging.batch.message_count': messages.length,
  };
  const whole = messages.length === 1 ? undefined : startRootSpan(batchSpan, recorded);
  whole?.set(common);
  const links = whole === undefined ? [] : [whole.traceparent];
  const spans = new Map<string, Span>();

  const begin = ({ id, type, subject, traceparent }: AnyEvent): Span | undefined => {
    const span = startSpan(eventSpan, { traceparent, links });
    if (span === undefined) return undefined;
    span.rename(`process ${topicOf(type)}`);
    span.set({ ...common, ...attributesOf({ id, type, subject }) });
    spans.set(id, span);
    return span;
  };
  return {
    traceparent: whole?.traceparent,
    within: (event) => {
      const span = spans.get(event.id) ?? begin(event);
      return span === undefined ? event : { ...event, traceparent: span.traceparent };
    },
    end: (fault) => {
      for (const span of [...spans.values(), ...(whole === undefined ? [] : [whole])]) {
        if (fault !== undefined) span.fail(faultType(fault));
        span.end();
      }
    },
  };
};

const attributesOf = ({ id, type, subject }: Pick<AnyEvent, 'id' | 'type' | 'subject'>) => ({
  'messaging.destination.name': topicOf(type),
  'messaging.message.id': id,
  'messaging.kafka.message.key': subject,
  'cloudevents.event_type': type,
});
