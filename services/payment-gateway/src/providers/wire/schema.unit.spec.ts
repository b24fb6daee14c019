import { lenient, listOf, many, matcher, object, oneOrMany, optional, reader, text, time, Unreadable } from './schema';

const read = reader(
  'order',
  object({ id: text, madeAt: time, note: lenient(text), lines: optional(listOf(object({ name: text }))) }),
);
const order = { id: 'a', madeAt: '2026-11-21T12:00:00-03:00' };

describe('a schema', () => {
  it('passes what is new, and changes nothing in what it reads', () => {
    const body = { ...order, note: 7, novel: { field: 1 } };

    expect(read(body)).toMatchObject({ id: 'a', note: undefined });
    expect(body.note).toBe(7);
  });

  it.each<[string, unknown]>([
    ['no object', null],
    ['a missing field', { madeAt: order.madeAt }],
    ['an empty text', { ...order, id: '' }],
    ['a time that is none', { ...order, madeAt: 'yesterday' }],
    ['an optional field of another type', { ...order, lines: 'a' }],
  ])('does not guess at %s', (_, body) => {
    expect(() => read(body)).toThrow(Unreadable);
    expect(() => read(body)).toThrow('order');
  });

  it('takes null for what may be missing', () => {
    expect(read({ ...order, lines: null }).lines).toBeNull();
  });

  it('blanks the unreadable ones in a list', () => {
    const match = matcher(listOf(lenient(object({ name: text }))));

    expect(match([{ name: 'a' }, { name: 7 }, null])).toEqual([{ name: 'a' }, undefined, undefined]);
    expect(match('a')).toBeUndefined();
  });

  it('takes a lone object for a list of one', () => {
    const match = matcher(object({ names: oneOrMany(text) }));

    expect([{ names: 'a' }, { names: ['a', 'b'] }, {}].map((each) => many(match(each)?.names))).toEqual([
      ['a'],
      ['a', 'b'],
      [],
    ]);
  });
});
