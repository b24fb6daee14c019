import Ajv2020 from 'ajv/dist/2020';
import { schemaFaults } from './schema-faults';

const faultsOf = (schema: object, value: unknown): string[] => {
  const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(schema);
  validate(value);
  return schemaFaults(validate.errors ?? [], 'body').map(({ field, message }) => `${field} ${message}`);
};

const card = { properties: { kind: { const: 'CARD' }, token: { type: 'string' } }, required: ['kind', 'token'] };
const pix = { properties: { kind: { const: 'PIX' } }, required: ['kind'] };

describe('faults for a person', () => {
  it.each<[string, object, unknown, string[]]>([
    [
      'of a wrong type are told once',
      { properties: { a: { type: 'string', enum: ['X'] } } },
      { a: 1 },
      ['a must be text.'],
    ],
    ['name every type that is allowed', { type: ['string', 'null'] }, 1, ['body must be text or null.']],
    ['list no empty text', { enum: ['X', ''] }, 'Y', ['body must be one of X.']],
    ['count', { minItems: 1, maxItems: 0 }, [], ['body must have at least 1 item.']],
    ['know an empty text', { minLength: 1 }, '', ['body must not be empty.']],
    ['name what is surplus', { additionalProperties: false }, { b: 1 }, ['b is not known here.']],
    [
      'find their way in',
      { properties: { 'a/b': { items: { minimum: 2 } } } },
      { 'a/b': [3, 1] },
      ['a/b[1] must be at least 2.'],
    ],
    ['do not tell of conditions', { if: { minimum: 1 }, then: { maximum: 2 } }, 3, ['body must be at most 2.']],
    [
      'tell what the fitting form lacks',
      { oneOf: [card, pix] },
      { kind: 'CARD' },
      ['token is required.', 'kind must be PIX.'],
    ],
    [
      'admit that nothing fits',
      { anyOf: [{ type: 'null' }, { type: 'string' }] },
      1,
      ['body has none of the allowed forms.'],
    ],
  ])('%s', (_what, schema, value, expected) => {
    expect(faultsOf(schema, value)).toEqual(expected);
  });

  it('end somewhere', () => {
    expect(
      faultsOf(
        { items: { type: 'string' } },
        Array.from({ length: 5_000 }, (_, index) => index),
      ),
    ).toHaveLength(100);
  });
});
