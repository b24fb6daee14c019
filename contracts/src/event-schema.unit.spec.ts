import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { eventSchema, type EventSource, type FieldEntries, type SharedFields } from '../scripts/event-schema.mjs';
import { packageRoot, readText } from './package-root';

const shared: SharedFields = {
  types: {
    Time: { type: 'string', pattern: 'Z$', description: 'UTC.' },
    Amount: { type: 'integer', minimum: 0, maximum: 100 },
    Part: { description: 'One part.', fields: { amountMinor: null, 'note?': { type: 'string', maxLength: 9 } } },
  },
  fields: {
    thingId: { type: 'string', pattern: '^th_', description: 'The thing.' },
    amountMinor: { is: 'Amount', description: 'How much.' },
    reason: { type: 'string', enum: ['LATE', 'LOST'], description: 'Why.' },
    parts: { type: 'array', maxItems: 3, items: { is: 'Part' }, description: 'What it falls into.' },
    doneAt: { is: 'Time', description: 'When it was done.' },
  },
  groups: { thing: { thingId: null, amountMinor: 'What it costs.' } },
};

const schemaWith = (fields: FieldEntries): Readonly<Record<string, unknown>> =>
  eventSchema(
    'ThingDone',
    { type: 'repasse.thing.done.v1', description: 'It was done.', since: '0.1.0', fields },
    shared,
  );

const propertiesWith = (fields: FieldEntries): unknown => schemaWith(fields)['properties'];

const thingId = { description: 'The thing.', type: 'string', pattern: '^th_' };
const amountMinor = { description: 'How much.', type: 'integer', minimum: 0, maximum: 100 };

describe('the schema of an event', () => {
  it('is closed, and says what its source says', () => {
    expect(schemaWith({ thingId: null, 'amountMinor?': null })).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'urn:repasse:event:repasse.thing.done.v1',
      title: 'ThingDone',
      description: 'It was done.',
      $comment: 'Since 0.1.0.',
      type: 'object',
      additionalProperties: false,
      required: ['thingId'],
      properties: { thingId, amountMinor },
    });
  });

  it.each<[string, FieldEntries, unknown]>([
    [
      'a text as the description',
      { thingId: 'The other thing.' },
      { thingId: { ...thingId, description: 'The other thing.' } },
    ],
    [
      'keywords beside those of fields.yaml',
      { amountMinor: { minimum: 1 } },
      { amountMinor: { ...amountMinor, minimum: 1 } },
    ],
    [
      'a type of its own instead of the one of fields.yaml',
      { reason: { type: 'string', maxLength: 80, description: 'Why.' } },
      { reason: { type: 'string', maxLength: 80, description: 'Why.' } },
    ],
    [
      'null, in the list of values too',
      { reason: { nullable: true } },
      { reason: { type: ['string', 'null'], enum: ['LATE', 'LOST', null], description: 'Why.' } },
    ],
    [
      'the words of a type behind those of the field',
      { doneAt: 'When it ended.' },
      { doneAt: { type: 'string', pattern: 'Z$', description: 'When it ended. UTC.' } },
    ],
    [
      'an object, closed and called after its type',
      { parts: null },
      {
        parts: {
          description: 'What it falls into.',
          type: 'array',
          maxItems: 3,
          items: {
            title: 'Part',
            description: 'One part.',
            type: 'object',
            additionalProperties: false,
            required: ['amountMinor'],
            properties: { amountMinor, note: { type: 'string', maxLength: 9 } },
          },
        },
      },
    ],
  ])('takes %s', (_, fields, expected) => {
    expect(propertiesWith(fields)).toEqual(expected);
  });

  it('takes in a group where it stands, and changes a field of it in its place', () => {
    const properties = propertiesWith({ doneAt: null, '...thing': null, reason: null, thingId: 'Another.' }) as object;

    expect(Object.keys(properties)).toEqual(['doneAt', 'thingId', 'amountMinor', 'reason']);
    expect(properties).toMatchObject({
      thingId: { description: 'Another.', pattern: '^th_' },
      amountMinor: { description: 'What it costs.' },
    });
  });

  it.each<[string, FieldEntries]>([
    ['field called paidAt', { paidAt: null }],
    ['field called paidAt', { paidAt: 'When it was paid.' }],
    ['group called payment', { '...payment': null }],
    ['type called Fee', { fee: { is: 'Fee' } }],
  ])('is refused when fields.yaml has no %s', (what, fields) => {
    expect(() => schemaWith(fields)).toThrow(`fields.yaml has no ${what}.`);
  });
});

describe('events/fields.yaml', () => {
  const text = readText('events', 'fields.yaml');
  const { types, fields, groups } = load(text) as SharedFields;
  const sources = readdirSync(join(packageRoot, 'events'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.v1.yaml'))
    .map((path) => load(readText('events', path)) as EventSource);
  const entries = [...sources.map((source) => source.fields), ...Object.values(groups)];
  const named = new Set([...entries, ...Object.values(types).map((type) => type['fields'] ?? {})].flatMap(Object.keys));

  it('has no field and no group that no event takes', () => {
    const unused = [
      ...Object.keys(fields).filter((name) => !named.has(name) && !named.has(`${name}?`)),
      ...Object.keys(groups).filter((name) => !named.has(`...${name}`)),
    ];

    expect([sources.length > 40, unused]).toEqual([true, []]);
  });

  it('has no type that no field is', () => {
    const meant = new Set([JSON.stringify(entries), JSON.stringify({ types, fields })].flatMap(typesNamedIn));

    expect(Object.keys(types).filter((name) => !meant.has(name))).toEqual([]);
  });
});

const typesNamedIn = (json: string): string[] => [...json.matchAll(/"is":"(\w+)"/g)].map(([, name = '']) => name);
