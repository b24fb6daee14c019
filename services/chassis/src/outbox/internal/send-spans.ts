import { spanRecorder, type Span, type SpanTemplate } from '../../telemetry/spans';
import { startSpan, untilAllDone } from '../../telemetry/trace';
import { type OutboxMessage } from '../outbox-message';

const sendSpan: SpanTemplate = { kind: 'producer', name: 'send' };

/**
 * A span for each message whose trace is recorded, below the span that wrote the event. The message keeps the
 * traceparent of that one: what is sent again after a crash is the same to the byte, and consumers continue there, too.
 */
export const inSendSpans = (
  messages: readonly OutboxMessage[],
  isBusOnOtherServer: boolean,
  send: () => Promise<void>,
): Promise<void> => {
  if (spanRecorder() === undefined) return send();
  const spans = messages.flatMap((message) => spanOf(message, isBusOnOtherServer, messages.length));
  return untilAllDone(spans, send);
};

const spanOf = (
  { topic, key, headers }: OutboxMessage,
  isBusOnOtherServer: boolean,
  batch: number,
): readonly Span[] => {
  const span = startSpan(sendSpan, { traceparent: headers['traceparent'] });
  if (span === undefined) return [];
  span.rename(`send ${topic}`);
  span.set({
    'messaging.system': isBusOnOtherServer ? 'kafka' : 'postgresql',
    'messaging.operation.name': 'send',
    'messaging.operation.type': 'send',
    'messaging.destination.name': topic,
    'messaging.message.id': headers['ce_id'],
    'messaging.kafka.message.key': key,
    'messaging.batch.message_count': batch,
    'cloudevents.event_type': headers['ce_type'],
  });
  return [span];
};
