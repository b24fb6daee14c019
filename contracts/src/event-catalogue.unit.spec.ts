import { Ajv } from 'ajv';
import { eventCatalogue, topicOf, topics, validateEvent, type CatalogueEntry } from '@repasse/contracts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: boolean;
  readonly description?: string;
}

const schemaOf = (entry: CatalogueEntry): Schema => entry.schema;
const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));

/** Every schema within a schema, with its place. */
const partsOf = (schema: Schema, at = ''): (readonly [string, Schema])[] => [
  [at, schema],
  ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => partsOf(part, `${at}.${name}`)),
  ...(schema.items === undefined ? [] : partsOf(schema.items, `${at}[]`)),
];

/** Values that a schema must narrowly refuse, each with its fault. */
const nearMissesOf = (schema: Schema, value: unknown): (readonly [string, unknown])[] => [
  ...wrongTypes(schema),
  ...beyondLimits(schema),
  ...(isObject(value) ? fieldMisses(schema, value) : []),
  ...(Array.isArray(value) ? itemMisses(schema, value) : []),
];

const wrongTypes = (schema: Schema): (readonly [string, unknown])[] => {
  const samples: Record<string, unknown> = {
    string: '1',
    integer: 1,
    boolean: true,
    object: {},
    array: [],
    null: null,
  };
  return Object.entries(samples)
    .filter(([type]) => !typesOf(schema).includes(type))
    .map(([type, sample]) => [`is ${type}`, sample] as const);
};

const beyondLimits = ({ type, enum: values, pattern, minimum, maximum, maxLength }: Schema) => {
  const misses: (readonly [string, unknown])[] = [];
  if (values !== undefined) misses.push(['is no member of the enum', 'NO_SUCH_VALUE']);
  if (pattern !== undefined) misses.push(['breaks the pattern', ' '], ['runs past the pattern', 'x'.repeat(300)]);
  if (maxLength !== undefined) misses.push(['is too long', 'h'.repeat(maxLength + 1)]);
  if (minimum !== undefined) misses.push(['is below the minimum', minimum - 1]);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) misses.push(['is above the maximum', maximum + 1]);
  if (type === 'integer') misses.push(['is a fraction', 1.5]);
  return misses;
};

const fieldMisses = (schema: Schema, value: Record<string, unknown>): (readonly [string, unknown])[] => [
  ['has an unknown field', { ...value, surprise: 1 }],
  ...(schema.required ?? []).map((name) => [`lacks ${name}`, without(value, name)] as const),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    nearMissesOf(part, value[name]).map(([what, miss]) => [`${name} ${what}`, { ...value, [name]: miss }] as const),
  ),
];

const itemMisses = ({ items, maxItems }: Schema, value: readonly unknown[]): (readonly [string, unknown])[] => [
  ...(maxItems === undefined ? [] : [['has too many items', Array(maxItems + 1).fill(value[0])] as const]),
  ...nearMissesOf(items ?? {}, value[0]).map(([what, miss]) => [`item ${what}`, [miss, ...value.slice(1)]] as const),
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (value: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

const snakeCase = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

const draft = new Ajv({ strict: true });

describe('the event catalogue', () => {
  it('has each event of the charge path once', () => {
    const types = eventCatalogue.map(({ type }) => type);

    expect(new Set(types).size).toBe(types.length);
    expect(types).toContain('repasse.charge.paid.v1');
    expect(types.length).toBeGreaterThanOrEqual(22);
  });

  it('publishes every event on the topic of its service', () => {
    const ownersByTopic = Object.fromEntries(topics.map(({ name, owner }) => [name, owner]));

    for (const { type, service } of eventCatalogue) expect(ownersByTopic[topicOf(type)]).toBe(service);
  });

  describe.each(eventCatalogue.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
    it('is called in its file, title, type and $id by one rule', () => {
      expect(entry.schema.title).toBe(name);
      expect(entry.schema['$schema']).toBe('http://json-schema.org/draft-07/schema#');
      expect(entry.schema.$id).toBe(`urn:repasse:event:${entry.type}`);
      expect(entry.type).toMatch(/^repasse(\.[a-z]+(_[a-z]+)*){2}\.v[1-9]\d*$/);
      // ApiKeyIssued is repasse.api_key.issued: where the noun ends only a person knows, so the dots count as breaks.
      expect(entry.type.replaceAll('.', '_')).toBe(`repasse_${snakeCase(name)}_v${entry.version}`);
    });

    it('is a schema of its draft', () => {
      expect([draft.validateSchema(entry.schema), draft.errors]).toEqual([true, null]);
    });

    it('is closed and limited all the way down, and describes each field', () => {
      for (const [at, part] of partsOf(schemaOf(entry))) {
        expect([at, part.description]).toEqual([at, expect.stringMatching(/\w.*\.$/)]);
        if (typesOf(part).includes('object')) expect([at, part.additionalProperties]).toEqual([at, false]);
        if (typesOf(part).includes('array')) expect([at, part.maxItems]).toEqual([at, expect.any(Number)]);
        if (typesOf(part).includes('integer')) expect([at, part.maximum]).toEqual([at, expect.any(Number)]);
        if (typesOf(part).includes('string')) {
          expect([at, part.maxLength ?? part.pattern ?? part.enum]).toEqual([at, expect.anything()]);
        }
      }
    });

    it('carries its message key', () => {
      const key = topics.find((topic) => topic.name === entry.topic)?.key ?? '';

      expect(schemaOf(entry).required).toContain(key);
    });

    it('has a valid example', () => {
      expect(validateEvent(entry.type, entry.example)).toEqual([]);
    });

    it('refuses a value that is nearly one', () => {
      const misses = nearMissesOf(schemaOf(entry), entry.example);

      expect(misses.length).toBeGreaterThan(10);
      const accepted = misses.filter(([, data]) => validateEvent(entry.type, data).length === 0);
      expect(accepted.map(([what]) => what)).toEqual([]);
    });
  });
});

describe('the money in the examples', () => {
  const paid = eventCatalogue.find(({ name }) => name === 'ChargePaid')?.example as {
    grossAmountMinor: number;
    feeAmountMinor: number;
    netAmountMinor: number;
    sharedAmountMinor: number;
    shares: { amountMinor: number; isOwner: boolean }[];
  };

  it('adds up', () => {
    const sum = (shares: { amountMinor: number }[]): number =>
      shares.reduce((total, { amountMinor }) => total + amountMinor, 0);

    expect(paid.feeAmountMinor + paid.netAmountMinor).toBe(paid.grossAmountMinor);
    expect(sum(paid.shares)).toBe(paid.netAmountMinor);
    expect(sum(paid.shares.filter(({ isOwner }) => !isOwner))).toBe(paid.sharedAmountMinor);
  });
});
