import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage } from '../../bus/bus';
import { createRecorder } from '../../telemetry/internal/otlp/recorder';
import { createSampler } from '../../telemetry/internal/sampling';
import { recordSpansBy } from '../../telemetry/spans';
import { exampleEvent } from '../../testing/example-event';
import { openBatchSpans, type BatchSpans } from './batch-spans';

const recorded = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const alsoRecorded = '00-5bf92f3577b34da6a3ce929d0e0e4736-10f067aa0ba902b7-01';
const notRecorded = '00-6bf92f3577b34da6a3ce929d0e0e4736-20f067aa0ba902b7-00';

const exporter = new InMemorySpanExporter();
beforeEach(() => {
  exporter.reset();
  const sampler = createSampler('parentbased_always_on', 1);
  recordSpansBy(createRecorder({ sampler, processor: new SimpleSpanProcessor({ exporter }), resource: {} }));
});
afterEach(() => recordSpansBy(undefined));

const eventOf = (traceparent: string, position: number): AnyEvent => ({
  ...exampleEvent('repasse.charge.paid.v1', { key: 'ch_1', position }),
  traceparent,
});
const messageOf = ({ traceparent = '' }: AnyEvent): IncomingMessage => ({
  ...{ topic: 'charge.events.v1', partition: 0, offset: 0, key: 'ch_1', value: {} },
  headers: { traceparent },
});
const open = (events: readonly AnyEvent[]): BatchSpans | undefined =>
  openBatchSpans(events.map(messageOf), { group: 'split-settlement', isBusOnOtherServer: true });

const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    place: `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`,
    parent: span.parentSpanContext?.spanId,
    links: span.links.map(({ context: { traceId, spanId } }) => `00-${traceId}-${spanId}-01`),
    failed: span.status.code === SpanStatusCode.ERROR,
    size: span.attributes['messaging.batch.message_count'],
  }));

describe('the spans of a batch', () => {
  it('link to each event that is recorded, and each of those to the batch', () => {
    const events = [eventOf(recorded, 1), eventOf(notRecorded, 2), eventOf(alsoRecorded, 3)];
    const batch = open(events);
    const within = events.map((event) => batch?.within(event).traceparent);
    batch?.end();

    const [first, third, whole] = spans();
    expect(whole).toMatchObject({ name: 'process batch', parent: undefined, size: 3, links: [recorded, alsoRecorded] });
    expect(first).toMatchObject({
      name: 'process charge.events.v1',
      parent: '00f067aa0ba902b7',
      links: [whole?.place],
    });
    expect(third).toMatchObject({ parent: '10f067aa0ba902b7', links: [whole?.place] });
    expect(within).toEqual([first?.place, notRecorded, third?.place]);
  });

  it('are one where the batch is one event, also when it is tried twice', () => {
    const event = eventOf(recorded, 1);
    const batch = open([event]);
    expect(batch?.within(event)).toEqual(batch?.within(event));
    batch?.end(new Error('not now'));

    expect(spans()).toMatchObject([{ name: 'process charge.events.v1', links: [], failed: true }]);
  });

  it('are none where no event is recorded, and while traces are off', () => {
    expect(open([eventOf(notRecorded, 1), eventOf('', 2)])).toBeUndefined();
    recordSpansBy(undefined);
    expect(open([eventOf(recorded, 1)])).toBeUndefined();
  });
});
