import { type OpenApiSchema } from '@repasse/contracts';
import { dropNullsOf } from './absent-nulls';
import { createSchemas } from '../schemas';

const text = { type: 'string' };
const schemas = createSchemas({
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  paths: {},
  components: {
    schemas: {
      Person: { type: 'object', required: ['name'], properties: { name: text, email: text } },
    },
  },
});

const schema: OpenApiSchema = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: text,
    note: text,
    kind: { enum: ['A', 'B'] },
    erasable: { type: ['string', 'null'] },
    choice: { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Person' }] },
    person: { $ref: '#/components/schemas/Person' },
    items: {
      type: 'array',
      items: {
        oneOf: [
          { type: 'object', required: ['percent'], properties: { percent: text, memo: text } },
          { type: 'object', properties: { fixed: text } },
        ],
      },
    },
    free: {},
    options: { type: 'object', additionalProperties: true },
  },
};

const dropped = (value: unknown): unknown => {
  dropNullsOf(schemas, schema)(value);
  return value;
};

describe('null in a request', () => {
  it.each([
    ['an optional field', { amount: '1', note: null, kind: null }, { amount: '1' }],
    ['a field inside another', { person: { name: 'Ana', email: null } }, { person: { name: 'Ana' } }],
    ['an object that may be left out', { person: null }, {}],
    [
      'items of a list, whichever form they have',
      { items: [{ percent: null, memo: null, fixed: null }] },
      { items: [{}] },
    ],
  ])('is taken out of %s', (_what, given, kept) => {
    expect(dropped(given)).toEqual(kept);
  });

  it.each([
    ['a required field', { amount: null, person: { name: null } }],
    ['a field whose null has a meaning', { erasable: null, choice: null }],
    ['a field the schema does not describe', { unknown: null, free: null, options: { a: null } }],
    ['a list', { items: [null] }],
  ])('stays in %s', (_what, given) => {
    expect(dropped(structuredClone(given))).toEqual(given);
  });

  it.each([null, 'text', 7, []])('is none of %j', (given) => {
    expect(dropped(given)).toEqual(given);
  });
});
