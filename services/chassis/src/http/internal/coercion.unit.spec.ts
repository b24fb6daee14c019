import { type OpenApiParameter } from '@repasse/contracts';
import { coercion } from './coercion';
import { createSchemas } from '../schemas';

const schemas = createSchemas({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1.0.0', description: 'Notes for tests.' },
  paths: {},
  components: { schemas: { Status: { type: 'string', enum: ['OPEN', 'NOT_READ'] } } },
});
const parameter = (schema: object, place: OpenApiParameter['in'] = 'query'): OpenApiParameter => ({
  name: 'value',
  in: place,
  schema: { ...schema },
});

describe('a parameter', () => {
  it.each([
    ['words in capitals', { type: 'string', enum: ['OPEN', 'NOT_READ'] }, 'not_Read', 'NOT_READ'],
    ['words in capitals by reference', { $ref: '#/components/schemas/Status' }, 'open', 'OPEN'],
    ['words in capitals, given twice', { $ref: '#/components/schemas/Status' }, ['open', 'open'], ['open', 'open']],
    ['words in small letters', { type: 'string', enum: ['json', 'csv'] }, 'CSV', 'CSV'],
    ['words in both', { type: 'string', enum: ['OPEN', 'closed'] }, 'open', 'open'],
    ['any text', { type: 'string' }, 'open', 'open'],
    ['a number', { type: 'integer' }, '10', 10],
    ['a number, given as another notation', { type: 'integer' }, '0x10', '0x10'],
    ['a truth value', { type: 'boolean' }, 'true', true],
    ['a list', { type: 'array', items: { type: 'string' } }, 'one', ['one']],
  ])('described as %s (%j): %j becomes %j', (_what, schema, given, value) => {
    expect(coercion(schemas, [parameter(schema)])({ value: given })).toEqual({ value });
  });

  it('of a path stays as it is, since the handler reads the path itself', () => {
    const schema = { type: 'string', enum: ['OPEN'] };
    expect(coercion(schemas, [parameter(schema, 'path')])({ value: 'open' })).toEqual({ value: 'open' });
  });

  it('that is not given stays absent', () => {
    expect(coercion(schemas, [parameter({ type: 'integer' })])({})).toEqual({});
  });
});
