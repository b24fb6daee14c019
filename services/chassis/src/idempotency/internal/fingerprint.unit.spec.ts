import fc from 'fast-check';
import { differingFields, fingerprint } from './fingerprint';

const secret = { number: 1, key: 'a-secret' };
const of = (body: unknown, params: object = {}, operationId = 'createNote') =>
  fingerprint({ operationId, params, query: {}, body }, secret);

describe('the fingerprint of a request', () => {
  it('does not depend on the order of fields', () => {
    expect(of({ a: 1, b: { c: [1, 2] } })).toEqual(of({ b: { c: [1, 2] }, a: 1 }));
  });

  it.each([
    ['another value', { a: 2 }, {}, 'createNote'],
    ['text instead of a number', { a: '1' }, {}, 'createNote'],
    ['a further field', { a: 1, b: null }, {}, 'createNote'],
    ['an empty field more', { a: 1, b: {} }, {}, 'createNote'],
    ['another address', { a: 1 }, { userId: '8' }, 'createNote'],
    ['another operation', { a: 1 }, {}, 'deleteNote'],
    ['no body', undefined, {}, 'createNote'],
  ])('tells %s', (_what, body, params, operationId) => {
    expect(of(body, params, operationId).requestHash).not.toBe(of({ a: 1 }).requestHash);
  });

  it('names each field that differs by its path', () => {
    const one = of({ amount: '1.00', split: [{ percent: 10 }, { percent: 20 }], note: 'x' });
    const other = of({ amount: '1.00', split: [{ percent: 10 }, { percent: 25 }], extra: true });

    expect(differingFields(one.fieldHashes, other.fieldHashes)).toEqual(['extra', 'note', 'split[1].percent']);
  });

  it('cannot be recomputed without the secret', () => {
    const guess = fingerprint(
      { operationId: 'createNote', params: {}, query: {}, body: { a: 1 } },
      { number: 1, key: 'a-guess' },
    );

    expect(guess.fieldHashes['a']).not.toBe(of({ a: 1 }).fieldHashes['a']);
  });

  it('stays small for a large body, and still finds the field', () => {
    const list = Array.from({ length: 500 }, (_, index) => ({ index }));
    const one = of({ list, note: 'x' });
    const other = of({ list: list.toSpliced(3, 1), note: 'x' });

    expect(Object.keys(one.fieldHashes)).toEqual(['list', 'note']);
    expect(differingFields(one.fieldHashes, other.fieldHashes)).toEqual(['list']);
  });

  it('is the same for equal JSON and, where it differs, says where', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        (a, b) => {
          const [one, other] = [of(a), of(b)];
          const isEqual = one.requestHash === other.requestHash;
          expect(of(JSON.parse(JSON.stringify(a)))).toEqual(one);
          expect(differingFields(one.fieldHashes, other.fieldHashes).length === 0).toBe(isEqual);
        },
      ),
    );
  });
});
