import { type IncomingMessage } from '../../bus';
import { createNotifiedMessages } from './notified-messages';

const message = (offset: number): IncomingMessage => ({
  ...{ topic: 'charge.events.v1', partition: 0, offset, key: 'ch_1', headers: {}, value: {} },
});

const messagesAfter = (...offsets: readonly number[]) => {
  const notified = createNotifiedMessages();
  for (const offset of offsets) notified.add(message(offset));
  return (from: number, limit = 100): number[] => notified.from(from, limit).map(({ offset }) => offset);
};

describe('notified messages', () => {
  it('are those from the offset on, as many as wanted', () => {
    expect(messagesAfter(3, 4, 5)(4)).toEqual([4, 5]);
    expect(messagesAfter(3, 4, 5)(3, 2)).toEqual([3, 4]);
  });

  it('are none where one before them was not notified', () => {
    expect(messagesAfter(4, 5)(3)).toEqual([]);
    expect(messagesAfter()(0)).toEqual([]);
  });

  it('are the latest run alone when one between was not notified', () => {
    expect(messagesAfter(3, 5, 6)(3)).toEqual([]);
    expect(messagesAfter(3, 5, 6)(5)).toEqual([5, 6]);
  });

  it('come again until the offset moves', () => {
    const from = messagesAfter(3, 4);

    expect(from(3)).toEqual([3, 4]);
    expect(from(3)).toEqual([3, 4]);
    expect(from(5)).toEqual([]);
  });

  it('are forgotten by a reader far behind', () => {
    const from = messagesAfter(...Array.from({ length: 51 }, (_, offset) => offset));

    expect(from(0)).toEqual([]);
    expect(from(50)).toEqual([50]);
  });
});
