import { eventCatalogue, parseEvent, sourceOf, type AnyEvent, type CatalogueEntry } from '@repasse/contracts';
import { timelineText } from './timeline-text';
import { timelineProjection } from './timeline';

const exampleEvent = ({ type, service, schema, example }: CatalogueEntry): AnyEvent =>
  parseEvent({
    id: 'evt_1',
    source: sourceOf(service),
    type,
    subject: 'any',
    time: '2026-11-21T12:00:00.000Z',
    dataSchema: schema.$id,
    position: 1,
    data: example,
  });

const shown = eventCatalogue.filter(({ topic }) => timelineProjection.topics.includes(topic));

describe('the text of an entry', () => {
  it.each(shown.map((entry) => [entry.name, entry] as const))('says in a sentence what %s means', (_name, entry) => {
    const { type, data } = exampleEvent(entry);
    const text = timelineText(type, data);

    expect(text).toMatch(/^[A-Z0-9].*\.$/s);
    expect(text).not.toContain('repasse.');
    expect(text).not.toMatch(/undefined|null|NaN|_/);
  });

  const textOf = (name: string, change: object = {}): string => {
    const entry = eventCatalogue.find((each) => each.name === name)!;
    const { type, data } = exampleEvent({ ...entry, example: { ...entry.example, ...change } });
    return timelineText(type, data);
  };

  it.each([
    ['ChargePaid', {}, 'Paid by PIX: 100.00 BRL.'],
    ['ChargePaid', { statusReason: 'LATE' }, 'Paid by PIX: 100.00 BRL, after the charge had expired.'],
    ['PaymentReceived', {}, 'The provider received 100.00 BRL.'],
    ['PaymentReceived', { amountMinor: 9_000 }, 'The provider received 90.00 BRL where 100.00 BRL was expected.'],
    ['FundsReleased', {}, '24.75 BRL became available to user 1003.'],
    ['SplitSettled', {}, 'Booked in the ledger: 0.99 BRL in fees, the rest, shared among 3 users.'],
    ['WebhookDelivered', {}, 'Webhook charge.paid delivered at attempt 2.'],
    ['WebhookDelivered', { trigger: 'MANUAL' }, 'Webhook charge.paid delivered at attempt 2, sent by hand.'],
  ])('%s with %j reads: %s', (name, change, text) => {
    expect(textOf(name, change)).toBe(text);
  });
});
