import { type OpenApiDocument } from '@repasse/contracts';
import { ignoredFields, knownFields } from './known-fields';
import { createSchemas } from '../schemas';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  paths: {},
  components: {
    schemas: {
      Tree: { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Tree' } } },
      Base: { type: 'object', properties: { id: { type: 'string' } } },
      Cat: {
        allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { lives: { type: 'integer' } } }],
      },
      Bag: { type: 'object', properties: { known: { type: 'string' } }, additionalProperties: true },
      Either: { oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    },
  },
};

const ignored = (schema: string, body: unknown): readonly string[] => {
  const schemas = createSchemas(document);
  return ignoredFields(knownFields(schemas, { $ref: `#/components/schemas/${schema}` }), body);
};

describe('fields a schema does not know', () => {
  it.each([
    ['Tree', { name: 'a', child: { child: { nme: 'b' } }, x: 1 }, ['child.child.nme', 'x']],
    ['Cat', { id: '1', lives: 9, dog: true }, ['dog']],
    ['Bag', { known: 'a', anything: { goes: 1 } }, []],
    ['Either', { a: 1, b: 2, c: 3 }, ['c']],
    ['Tree', 'text', []],
    ['Tree', [{ x: 1 }], []],
  ])('in %s %j are %j', (schema, body, expected) => {
    expect(ignored(schema, body)).toEqual(expected);
  });

  it('are listed up to a limit, each up to a length', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 1]));

    expect(ignored('Tree', many)).toHaveLength(20);
    expect(ignored('Tree', { ['x'.repeat(500)]: 1 })[0]).toHaveLength(64);
  });

  it('are not named when a name holds a card number, or the beginning of one behind the cut', () => {
    const names = ['4111111111111111', `x_4111-1111-1111-1111`, `${'x'.repeat(50)}4111111111111111`, 'other'];
    const body = Object.fromEntries(names.map((name) => [name, 1]));

    expect([...ignored('Tree', body)].sort()).toEqual(['?', '?', '?', 'other']);
  });

  it('do not include what JSON may call __proto__ by accident', () => {
    expect(ignored('Tree', JSON.parse('{"__proto__": {"x": 1}}'))).toEqual(['__proto__']);
  });
});
