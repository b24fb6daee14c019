import { catalogueEntry, parseEvent, sourceOf, type AnyEvent, type EventType } from '@repasse/contracts';
import { wavesOf } from './book-charge-events';

const eventOf = (type: EventType, subject: string): AnyEvent => {
  const { schema, service, example } = catalogueEntry(type);
  const time = '2026-01-01T00:00:00.000Z';
  return parseEvent({
    ...{ id: `${subject} ${type}`, source: sourceOf(service), type, subject, time, position: 1 },
    dataSchema: schema.$id,
    data: example,
  });
};

const paid = (subject: string) => eventOf('repasse.charge.paid.v1', subject);
const refunded = (subject: string) => eventOf('repasse.charge.refunded.v1', subject);
const resolved = (subject: string) => eventOf('repasse.charge.surplus_resolved.v1', subject);

const shown = (received: readonly AnyEvent[]) =>
  wavesOf(received).map(({ paid: booked, rare }) => [booked.map((e) => e.subject), rare.map((e) => e.subject)]);

describe('a batch', () => {
  it('books its payments together, whatever stands between them', () => {
    expect(shown([paid('a'), refunded('a'), paid('b'), refunded('b'), paid('c')])).toEqual([
      [
        ['a', 'b', 'c'],
        ['a', 'b'],
      ],
    ]);
  });

  it('keeps the order of each charge: what a payment needs before it comes before it', () => {
    expect(shown([resolved('a'), paid('a'), paid('b'), refunded('a')])).toEqual([
      [['b'], ['a']],
      [['a'], ['a']],
    ]);
  });

  it('has every event once, and in each charge’s order', () => {
    const received = [resolved('a'), paid('b'), paid('a'), refunded('b'), refunded('a'), resolved('b')];
    const inWaves = wavesOf(received).flatMap((wave) => [...wave.paid, ...wave.rare]);

    expect(inWaves).toHaveLength(received.length);
    for (const charge of ['a', 'b']) {
      const ofCharge = (events: readonly AnyEvent[]) => events.filter(({ subject }) => subject === charge);
      expect(ofCharge(inWaves)).toEqual(ofCharge(received));
    }
  });

  it('that is empty is nothing to do', () => {
    expect(wavesOf([])).toEqual([]);
  });
});
