import { type OpenApiSchema } from '@repasse/contracts';
import { parametersOf, platform, resolved, sentParts } from './testing/descriptions';

describe('what a caller may send', () => {
  const types = (schema: OpenApiSchema): unknown[] => [schema['type']].flat();

  it('is limited, text by text, number by number and list by list', () => {
    const isUnlimited = (schema: OpenApiSchema): boolean =>
      (types(schema).includes('string') && schema['maxLength'] === undefined && schema['enum'] === undefined) ||
      (types(schema).some((type) => type === 'integer' || type === 'number') && schema['maximum'] === undefined) ||
      (types(schema).includes('array') && schema['maxItems'] === undefined);

    expect(sentParts.filter(([, schema]) => isUnlimited(schema)).map(([at]) => at)).toEqual([]);
  });

  it('is described wherever it is limited, so that the limit can give its reason', () => {
    const limits = ['maxLength', 'maximum', 'maxItems', 'maxProperties'];
    const isBare = (schema: OpenApiSchema): boolean =>
      limits.some((limit) => limit in schema) && typeof schema['description'] !== 'string';

    expect(sentParts.filter(([, schema]) => isBare(schema)).map(([at]) => at)).toEqual([]);
  });

  it('reads an empty list as no items, never as all: it is refused where no items make no sense', () => {
    const takesEmpty = sentParts.filter(
      ([, schema]) => types(schema).includes('array') && !(Number(schema['minItems']) > 0),
    );

    expect(takesEmpty.map(([at]) => at)).toEqual([
      'createCharge body.gatewayOptions.pix.additionalInfo',
      'createCharge body.split',
      'previewSplit body.split',
      'createAttempt body.gatewayOptions.pix.additionalInfo',
      'putFeeRules body.rules',
      'createPaymentLink body.split',
      'putOwnProfile body.frameOrigins',
      'putUserProfile body.frameOrigins',
      'eraseInternalPayer body.chargeIds',
      'putWebhookSettings body.chargeUrlEventTypes',
    ]);
  });

  it('may hold fields nobody knows, which are reported and not refused', () => {
    // The filters of a view have the names that its screen gives them.
    expect(sentParts.filter(([, schema]) => 'additionalProperties' in schema).map(([at]) => at)).toEqual([
      'saveView body.filters',
    ]);
  });
});

it('every form that is asked for is put in words, with an example', () => {
  const wordless = sentParts.filter(([, schema]) => 'pattern' in schema && !('x-message' in schema));

  expect(wordless.map(([at]) => at)).toEqual([]);
});

it('a fault names its field without saying whether it was sent in path, query or body', () => {
  const twice = platform.flatMap((at) => {
    const inBody = Object.values(at.operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(resolved(at.document, schema)['properties'] ?? {}),
    );
    // One body may come in several forms.
    const names = [...parametersOf(at).map(({ name }) => name), ...new Set(inBody)];
    return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${at.id} ${name}`);
  });

  expect(twice).toEqual([]);
});

/** Services check what they send to each other where it came in. */
const isInternal = new Set(
  platform.filter(({ operation }) => operation.security.some((way) => 'internalToken' in way)).map(({ id }) => id),
);

/** The formats of a text, also where it may be empty as well. */
const formatsOf = (schema: OpenApiSchema): readonly unknown[] =>
  [schema, ...['allOf', 'anyOf'].flatMap((word) => (schema[word] ?? []) as OpenApiSchema[])].map((part) =>
    '$ref' in part ? addressFormat : part['format'],
  );
/** The one reference that is made inside of a text. */
const addressFormat = 'uri';

describe.each([
  { kind: 'an address', name: /(^|[._])url$|Url$/, formats: ['uri'] },
  { kind: 'an e-mail', name: /e?mail$/i, formats: ['email', 'idn-email'] },
  {
    kind: "a person's name",
    name: /^(name|displayName|holderName|name_client|customer_name)$/,
    formats: ['visible-text', 'holder-name'],
  },
  { kind: 'a document', name: /^(document|document_client)$/, formats: ['document'] },
])('$kind', ({ name, formats }) => {
  // The name of a thing in the payer's banking app, a profile whose own rule is stricter, and a document in a path.
  const others = /additionalInfo|^put(Own|User)Profile|^erasePayer /;
  const named = sentParts.filter(([at]) => {
    const [operation = ''] = at.split(' ');
    return (
      at.includes(' body') && !isInternal.has(operation) && !others.test(at) && name.test(at.split(/[ .]/).at(-1) ?? '')
    );
  });

  it('is read by one rule, whichever operation takes it', () => {
    expect(named.length).toBeGreaterThan(0);
    const unruled = named.filter(([, schema]) => !formatsOf(schema).some((format) => formats.includes(String(format))));
    expect(unruled.map(([at]) => at)).toEqual([]);
  });
});
