import { compareContracts, compareSchemas, type Contracts, type Schema } from '../scripts/compare-schemas.mjs';

const share = {
  type: 'object',
  additionalProperties: false,
  required: ['userId'],
  properties: { userId: { type: 'integer', minimum: 1, maximum: 100 }, note: { type: 'string', maxLength: 20 } },
};
const published = {
  $id: 'urn:repasse:event:repasse.thing.done.v1',
  title: 'ThingDone',
  description: 'A thing was done.',
  type: 'object',
  additionalProperties: false,
  required: ['thingId', 'status'],
  properties: {
    thingId: { description: 'The thing.', type: 'string', pattern: '^th_' },
    status: { type: 'string', enum: ['OPEN', 'CLOSED'] },
    paymentMethod: { type: 'string', enum: ['PIX', 'CRYPTO'] },
    amountMinor: { description: 'In minor units.', type: 'integer', minimum: 0 },
    shares: { type: 'array', maxItems: 10, items: share },
  },
};

type Change = (schema: typeof published) => unknown;
const after = (change: Change): Schema => {
  const copy = structuredClone(published);
  change(copy);
  return copy;
};
const put = (target: object, name: string, value: unknown): unknown => Object.assign(target, { [name]: value });

describe('a change to a published event', () => {
  it('passes when there is none', () => {
    expect(compareSchemas(published, structuredClone(published))).toEqual([]);
  });

  it.each<[string, Change]>([
    ['an optional field is added', ({ properties }) => put(properties, 'note', { type: 'string', maxLength: 10 })],
    [
      'an optional field is added to the items of a list',
      ({ properties }) => put(properties.shares.items.properties, 'tier', { type: 'string', enum: ['GOLD'] }),
    ],
    [
      'an optional object with required fields of its own is added',
      ({ properties }) => put(properties, 'place', { type: 'object', required: ['city'], properties: { city: {} } }),
    ],
    ['a payment method is added', ({ properties }) => properties.paymentMethod.enum.splice(1, 0, 'BOLETO')],
    ['a comment to maintainers is added', (schema) => put(schema, '$comment', 'Since 0.1.0.')],
  ])('passes when %s', (_, change) => {
    expect(compareSchemas(published, after(change))).toEqual([]);
  });

  it.each<[string, Change, string]>([
    [
      'a field is removed',
      ({ properties }) => Reflect.deleteProperty(properties, 'amountMinor'),
      'amountMinor: is gone',
    ],
    [
      'a field is renamed',
      ({ properties }) => {
        put(properties, 'amountCents', properties.amountMinor);
        Reflect.deleteProperty(properties, 'amountMinor');
      },
      'amountMinor: is gone',
    ],
    [
      'a required field is added',
      ({ properties, required }) => (put(properties, 'note', { type: 'string' }), required.push('note')),
      'note: is new and required',
    ],
    [
      'an optional field becomes required',
      ({ required }) => required.push('shares'),
      'shares: was optional and is required',
    ],
    ['a required field becomes optional', ({ required }) => required.pop(), 'status: was required and is optional'],
    ['a type changes', ({ properties }) => put(properties.thingId, 'type', 'integer'), 'thingId: type was "string"'],
    [
      'null becomes allowed',
      ({ properties }) => put(properties.thingId, 'type', ['string', 'null']),
      'thingId: type was "string" and is ["string","null"]',
    ],
    ['an enum loses a value', ({ properties }) => properties.status.enum.pop(), 'status: enum was'],
    ['an enum gains a value', ({ properties }) => properties.status.enum.push('LOST'), 'status: enum was'],
    [
      'a limit is narrowed',
      ({ properties }) => put(properties.shares, 'maxItems', 5),
      'shares: maxItems was 10 and is 5',
    ],
    [
      'a limit is widened',
      ({ properties }) => put(properties.shares, 'maxItems', 20),
      'shares: maxItems was 10 and is 20',
    ],
    [
      'a limit is dropped',
      ({ properties }) => Reflect.deleteProperty(properties.amountMinor, 'minimum'),
      'amountMinor: minimum was 0 and is absent',
    ],
    ['a limit is added', ({ properties }) => put(properties.thingId, 'maxLength', 9), 'thingId: maxLength was absent'],
    ['a pattern changes', ({ properties }) => put(properties.thingId, 'pattern', '^t_'), 'thingId: pattern was'],
    [
      'what a number means is reworded',
      ({ properties }) => put(properties.amountMinor, 'description', 'In reais.'),
      'amountMinor: description was',
    ],
    [
      'the object is opened',
      (schema) => put(schema, 'additionalProperties', true),
      'the event: additionalProperties was',
    ],
    ['the $id changes', (schema) => put(schema, '$id', 'urn:other'), 'the event: $id was'],
    [
      'a field of the items of a list is removed',
      ({ properties }) => Reflect.deleteProperty(properties.shares.items.properties, 'note'),
      'shares[].note: is gone',
    ],
    [
      'a limit deep in a list changes',
      ({ properties }) => put(properties.shares.items.properties.userId, 'maximum', 99),
      'shares[].userId: maximum was 100 and is 99',
    ],
    [
      'a list says no more what is in it',
      ({ properties }) => Reflect.deleteProperty(properties.shares, 'items'),
      'shares: items',
    ],
  ])('fails when %s', (_, change, fault) => {
    expect(compareSchemas(published, after(change))).toEqual([expect.stringContaining(fault)]);
  });

  it('fails when a field joins an open object, where readers may know another thing by its name', () => {
    const open = { type: 'object', properties: {} };

    expect(compareSchemas(open, { type: 'object', properties: { note: {} } })).toEqual([
      'note: is new in an object that is not closed',
    ]);
  });
});

describe('a change to the contracts as a whole', () => {
  const name = 'ThingDone.v1';
  const before: Contracts = {
    schemas: { [name]: published },
    topics: [{ name: 'thing.events.v1', owner: 'thing', key: 'thingId', partitions: 6 }],
    problemCodes: [{ code: 'thing.not_found', status: 404 }],
  };

  it('passes when a second version is published beside the first', () => {
    const v2 = { 'ThingDone.v2': { type: 'object' } };

    expect(compareContracts(before, { ...before, schemas: { ...before.schemas, ...v2 } })).toEqual([]);
  });

  it('passes when a topic and a problem code are added', () => {
    const topics = [...before.topics, { name: 'other.events.v1', owner: 'other', key: 'id', partitions: 1 }];
    const problemCodes = [...before.problemCodes, { code: 'thing.gone', status: 410 }];

    expect(compareContracts(before, { ...before, topics, problemCodes })).toEqual([]);
  });

  it.each<[string, Partial<Contracts>, string]>([
    ['an event is gone', { schemas: {} }, `${name}: is gone`],
    ['a topic is gone', { topics: [] }, 'topic thing.events.v1: is gone'],
    [
      'a topic is cut differently',
      { topics: [{ name: 'thing.events.v1', owner: 'thing', key: 'thingId', partitions: 12 }] },
      'topic thing.events.v1: partitions was 6 and is 12',
    ],
    ['a problem code is gone', { problemCodes: [] }, 'problem code thing.not_found: is gone'],
    [
      'a problem code has another status',
      { problemCodes: [{ code: 'thing.not_found', status: 410 }] },
      'problem code thing.not_found: status was 404 and is 410',
    ],
  ])('fails when %s', (_, change, fault) => {
    expect(compareContracts(before, { ...before, ...change })).toEqual([fault]);
  });
});
