import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  loadOpenApi,
  mergedOpenApi,
  openApiServices,
  operationsOf,
  problemCodes,
  type OpenApiDocument,
  type OpenApiParameter,
  type OpenApiReference,
  type OpenApiSchema,
} from '@repasse/contracts';
import { load } from 'js-yaml';
import { readText } from './package-root';

const documents = openApiServices.map((service) => [service, loadOpenApi(service)] as const);
const operations = documents.flatMap(([service, document]) =>
  operationsOf(document).map((at) => ({ service, document, ...at, id: at.operation.operationId })),
);
const platform = operations.filter(({ document }) => document['x-development-only'] !== true);

const resolved = <T extends object>(document: OpenApiDocument, node: T | OpenApiReference): T => {
  if (!('$ref' in node)) return node;
  const [, , kind = '', name = ''] = node.$ref.split('/');
  return document.components[kind]?.[name] as T;
};

const parametersOf = ({ document, operation }: (typeof operations)[number]): OpenApiParameter[] =>
  (operation.parameters ?? []).map((parameter) => resolved(document, parameter));

/** Every schema that says what a caller may send, with where it stands. */
const partsOf = (document: OpenApiDocument, node: OpenApiSchema, at: string): (readonly [string, OpenApiSchema])[] => {
  const schema = resolved(document, node);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, OpenApiSchema>);
  const items = schema['items'] as OpenApiSchema | undefined;
  return [
    [at, schema],
    ...properties.flatMap(([name, part]) => partsOf(document, part, `${at}.${name}`)),
    ...(items === undefined ? [] : partsOf(document, items, `${at}[]`)),
  ];
};

const sentParts = platform.flatMap((at) => [
  ...Object.values(at.operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    partsOf(at.document, schema, `${at.id} body`),
  ),
  ...parametersOf(at).flatMap(({ name, schema, description }) =>
    partsOf(at.document, { ...resolved(at.document, schema), description }, `${at.id} ${name}`),
  ),
]);

const documentId = 'urn:test:description';

/** References from anywhere into the document, which one validator holds once for all its schemas. */
const absolute = (node: unknown): object =>
  JSON.parse(JSON.stringify(node).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`)) as object;

const validators = new Map(
  documents.map(([, document]) => {
    const ajv = addFormats(
      new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true }),
    );
    ajv.addFormat('idn-email', /^[^@]+@[^@]+$/);
    ajv.addKeyword('components');
    ajv.addKeyword('x-message');
    ajv.addSchema(absolute({ $id: documentId, components: { schemas: document.components.schemas ?? {} } }));
    return [document, ajv] as const;
  }),
);

const validatorOf = (document: OpenApiDocument, schema: OpenApiSchema): ValidateFunction =>
  validators.get(document)!.compile(absolute(schema));

describe('the HTTP descriptions', () => {
  it('have every operation of the path from a charge to its webhook', () => {
    const ids = operations.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining(
        [
          'createCharge findCharge listCharges getCharge listAttempts getAttempt getFeeRules putFeeRules',
          'requestPayment getInternalPayment receivePixCallback getBalance listLedgerEntries getSettlement checkLedger',
          'getChargeTimeline resendWebhook listDeliveries getDelivery getWebhookSecret rotateWebhookSecret',
          'issueToken getJwks validateApiKey createUser listUsers getUser updateUser',
          'issueApiKey listApiKeys revokeApiKey findInternalUser',
        ].flatMap((line) => line.split(' ')),
      ),
    );
  });

  it.each(documents)('of %s stands alone', (_, document) => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain('common.yaml');
    // A comma in an unquoted text of a YAML flow mapping cuts it in two, and the rest becomes a key of nothing.
    expect(JSON.stringify(document)).not.toMatch(/":null[,}]/);
  });

  it('give a component name to one thing only, so that they can be merged', () => {
    const common = load(readText('http', 'common.yaml')) as OpenApiDocument;
    const seen = new Map<string, string>(
      Object.entries(common.components).flatMap(([kind, entries]) =>
        Object.entries(entries ?? {}).map(([name, entry]) => [`${kind}/${name}`, JSON.stringify(entry)] as const),
      ),
    );
    const clashes = documents
      .filter(([, document]) => document['x-development-only'] !== true)
      .flatMap(([, { components }]) => Object.entries(components))
      .flatMap(([kind, entries]) =>
        Object.entries(entries ?? {}).map(([name, entry]) => [`${kind}/${name}`, entry] as const),
      )
      .filter(([name, entry]) => {
        const text = JSON.stringify(entry);
        const isClash = (seen.get(name) ?? text) !== text;
        seen.set(name, text);
        return isClash;
      });

    expect(clashes.map(([name]) => name)).toEqual([]);
  });

  it('are refused when a service has none', () => {
    expect(() => loadOpenApi('nobody')).toThrow('contracts/http/nobody.openapi.yaml');
  });
});

describe.each(platform.map((at) => [at.id, at] as const))('%s', (_, at) => {
  const { document, operation, path, method } = at;
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [Number(status), resolved(document, response)] as const,
  );

  it('has a summary, a tag of its document, and says who may call it', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect((document.tags ?? []).map(({ name }) => name)).toEqual(expect.arrayContaining([...(operation.tags ?? [])]));
    for (const requirement of operation.security) {
      for (const [scheme, scopes] of Object.entries(requirement)) {
        expect(document.components['securitySchemes']?.[scheme]).toBeDefined();
        if (scheme === 'bearerAuth') expect(scopes).toEqual([expect.stringMatching(/^[a-z]+:(read|write)$/)]);
      }
    }
  });

  it('describes each of its path parameters', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = parametersOf(at).filter((parameter) => parameter.in === 'path');

    expect(described.map(({ name }) => name)).toEqual(inPath);
    expect(described.every(({ required }) => required === true)).toBe(true);
  });

  it('answers every fault as a problem, and the ones it can always have', () => {
    for (const [status, { content }] of responses.filter(([status]) => status >= 400)) {
      // RFC 6749 has the token endpoint speak its own way.
      if (at.id === 'issueToken' && status <= 401) continue;
      // Who opens a link is a person, and is told so on a page.
      if (['getCheckoutPage', 'getCryptoCheckoutPage'].includes(at.id) && status === 401) continue;
      expect([status, Object.keys(content ?? {})]).toEqual([status, ['application/problem+json']]);
    }
    const statuses = responses.map(([status]) => status);
    expect(statuses).toEqual(expect.arrayContaining([500, 503]));
    if (operation.security.length > 0) expect(statuses).toContain(401);
    if (operation.security.some((requirement) => 'bearerAuth' in requirement)) expect(statuses).toContain(403);
    if (operation.requestBody !== undefined) expect(statuses).toEqual(expect.arrayContaining([400, 413, 415]));
    if (parametersOf(at).length > 0) expect(statuses).toContain(400);
  });

  it('takes an Idempotency-Key exactly where a repeat would do something twice', () => {
    // A payment is known by its id, quotes, previews and checks may be asked for any number of times, and a card must leave
    // no digest. A payer’s open attempt is given again, and who they are is told once. A difference is settled by the first
    // word, whoever repeats it.
    const harmless =
      'receivePixCallback receiveRevolutCallback receiveCieloNotification receiveNowpaymentsIpn issueToken createFxQuote previewSplit requestCardPayment payByCard createCheckoutAttempt checkStatement settleDifference tellPayer payAtCheckout eraseInternalPayer'.split(
        ' ',
      );
    const takesKey = parametersOf(at).some(({ name }) => name === 'Idempotency-Key');

    expect(takesKey).toBe(method === 'post' && !harmless.includes(at.id));
    if (takesKey) expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['409', '422']));
  });

  it('has schemas that compile', () => {
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const answers = responses.flatMap(([, { content }]) => Object.values(content ?? {}));

    for (const { schema } of [...bodies, ...answers, ...parametersOf(at)]) {
      expect(() => validatorOf(document, schema)).not.toThrow();
    }
  });

  it('has valid examples', () => {
    for (const { schema, examples = {} } of Object.values(operation.requestBody?.content ?? {})) {
      const validate = validatorOf(document, schema);
      for (const [name, example] of Object.entries(examples)) {
        validate((example as { value: unknown }).value);
        expect([name, validate.errors]).toEqual([name, null]);
      }
    }
  });
});

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

  it('may hold fields nobody knows, which are reported and not refused', () => {
    expect(sentParts.filter(([, schema]) => 'additionalProperties' in schema).map(([at]) => at)).toEqual([]);
  });
});

describe('the body of POST /charge', () => {
  const document = new Map(documents).get('charge')!;
  const validate = validatorOf(document, { $ref: '#/components/schemas/CreateCharge' });
  const least = { grossAmount: '100.00', currency: 'BRL' };
  const fixed = { recipientEmail: 'ana@partner.example', kind: 'FIXED', amount: '1.00' };
  const percent = { recipientEmail: 'ana@partner.example', kind: 'PERCENT', percent: 12.5 };

  it.each<[string, object]>([
    ['the least there is', {}],
    ['a method that the handler has to name a code for', { paymentMethod: 'CREDIT_CARD' }],
    ['a method nobody knows', { paymentMethod: 'BARTER' }],
    ['the widest amount', { grossAmount: '9999999999.99' }],
    ['a field nobody knows', { colour: 'green' }],
    ['options for providers nobody knows', { gatewayOptions: { other: { a: 1 }, pix: { payerMessage: 'Obrigado' } } }],
    ['both kinds of split', { split: [fixed, percent] }],
    [
      'the ends of a percentage',
      {
        split: [
          { ...percent, percent: 0.01 },
          { ...percent, percent: 100 },
        ],
      },
    ],
    ['an expiry with an offset', { expiresAt: '2030-01-01T00:00:00-03:00' }],
  ])('may have %s', (_, change) => {
    expect([validate({ ...least, ...change }), validate.errors]).toEqual([true, null]);
  });

  it.each<[string, object]>([
    ['no amount', { grossAmount: undefined }],
    ['an amount that is a number', { grossAmount: 100 }],
    ['one decimal', { grossAmount: '100.0' }],
    ['three decimals', { grossAmount: '100.000' }],
    ['no decimals', { grossAmount: '100' }],
    ['a negative amount', { grossAmount: '-1.00' }],
    ['a comma', { grossAmount: '100,00' }],
    ['leading zeros', { grossAmount: '007.00' }],
    ['an amount beyond the widest', { grossAmount: '1000000000000.00' }],
    ['another currency', { currency: 'USD' }],
    ['a method that is no text', { paymentMethod: 1 }],
    ['a checkout currency in lower case', { checkoutCurrency: 'usd' }],
    ['an expiry without an offset', { expiresAt: '2030-01-01T00:00:00' }],
    ['an empty reference', { externalReference: '' }],
    ['a reference that is too long', { externalReference: 'x'.repeat(129) }],
    ['a webhook address that is none', { webhookUrl: 'merchant.example/hook' }],
    ['a webhook address of another scheme', { webhookUrl: 'ftp://merchant.example/hook' }],
    ['a customer from nowhere', { customerMeta: { source: 'GUESSED' } }],
    ['a split that is no list', { split: fixed }],
    ['too many shares', { split: Array(101).fill(fixed) }],
    ['a share of no kind', { split: [{ recipientEmail: 'ana@partner.example', amount: '1.00' }] }],
    ['a fixed share without an amount', { split: [{ ...fixed, amount: undefined }] }],
    ['a percentage without a percentage', { split: [{ ...percent, percent: undefined }] }],
    ['a percentage of nothing', { split: [{ ...percent, percent: 0 }] }],
    ['more than everything', { split: [{ ...percent, percent: 100.01 }] }],
    ['a recipient without an address', { split: [{ ...fixed, recipientEmail: 'ana' }] }],
  ])('may not have %s', (_, change) => {
    expect(validate(JSON.parse(JSON.stringify({ ...least, ...change })))).toBe(false);
  });
});

describe('the merged description', () => {
  const merged = mergedOpenApi();

  it('has every operation for callers from outside, and none for insiders or of the sandbox', () => {
    const offered = platform.filter(({ operation }) => !operation.security.some((each) => 'internalToken' in each));

    expect(
      operationsOf(merged)
        .map(({ operation }) => operation.operationId)
        .sort(),
    ).toEqual(offered.map(({ id }) => id).sort());
    expect(JSON.stringify(merged)).not.toContain('Repasse-Internal-Token');
  });

  it('has no reference that leads nowhere', () => {
    const names = [...JSON.stringify(merged).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];

    expect(names.length).toBeGreaterThan(100);
    expect(names.filter(([, kind = '', name = '']) => merged.components[kind]?.[name] === undefined)).toEqual([]);
  });
});

describe('what readers and generators of clients go by', () => {
  const merged = mergedOpenApi();
  const flows = merged.components['securitySchemes']?.['bearerAuth'] as {
    readonly flows: { readonly clientCredentials: { readonly scopes: Readonly<Record<string, string>> } };
  };
  const examplesIn = (node: unknown): readonly { readonly schema: OpenApiSchema; readonly value: unknown }[] => {
    if (typeof node !== 'object' || node === null) return [];
    const { schema, examples } = node as { schema?: OpenApiSchema; examples?: Record<string, { value: unknown }> };
    const own =
      schema === undefined || examples === undefined || Array.isArray(examples)
        ? []
        : Object.values(examples).map(({ value }) => ({ schema, value }));
    return [...own, ...Object.values(node).flatMap(examplesIn)];
  };

  it('are scopes that are all listed, and all of use', () => {
    const used = operationsOf(merged).flatMap(({ operation }) =>
      operation.security.flatMap((requirement) => requirement['bearerAuth'] ?? []),
    );

    expect([...new Set(used)].toSorted()).toEqual(Object.keys(flows.flows.clientCredentials.scopes).toSorted());
  });

  it('are tags that are there once, and a description of every operation', () => {
    const tags = (merged.tags ?? []).map(({ name }) => name);

    expect(new Set(tags).size).toBe(tags.length);
    expect(
      operationsOf(merged).flatMap(({ operation: { operationId, description = '' } }) =>
        description === '' ? [operationId] : [],
      ),
    ).toEqual([]);
  });

  it.each(documents)('are examples of %s that are what their schemas say', (_, document) => {
    for (const { schema, value } of examplesIn(document.paths)) {
      const validate = validatorOf(document, schema);
      expect([validate(value), validate.errors]).toEqual([true, null]);
    }
  });
});

describe('codes that a description mentions', () => {
  it('are all listed in errors.yaml', () => {
    const text = documents.map(([, document]) => JSON.stringify(document)).join('\n');
    const domains = [...new Set(Object.keys(problemCodes).map((code) => code.split('.')[0]))].join('|');
    const mentioned = [...text.matchAll(new RegExp(`\\b(?:${domains})\\.[a-z]+_[a-z_]+\\b`, 'g'))].map(
      ([code]) => code,
    );

    expect(mentioned.length).toBeGreaterThan(2);
    const eventTypes = new Set(documents.flatMap(([, document]) => Object.keys(document.webhooks ?? {})));
    expect(mentioned.filter((code) => problemCodes[code] === undefined && !eventTypes.has(code))).toEqual([]);
  });
});

it('every form that is asked for is put in words, with an example', () => {
  const wordless = sentParts.filter(([, schema]) => 'pattern' in schema && !('x-message' in schema));

  expect(wordless.map(([at]) => at)).toEqual([]);
});

describe('what an answer has none of', () => {
  /** Every named field of every answer, with its schema. */
  const fieldsOf = (document: OpenApiDocument, node: OpenApiSchema): (readonly [string, OpenApiSchema])[] => {
    const properties = Object.entries((node['properties'] ?? {}) as Record<string, OpenApiSchema>);
    const inner = ['oneOf', 'allOf', 'anyOf'].flatMap((key) => (node[key] ?? []) as OpenApiSchema[]);
    const items = node['items'] as OpenApiSchema | undefined;
    return [
      ...properties.map(([name, schema]) => [name, schema] as const),
      ...[...properties.map(([, schema]) => schema), ...inner, ...(items === undefined ? [] : [items])].flatMap(
        (each) => fieldsOf(document, each),
      ),
    ];
  };
  const textOf = (document: OpenApiDocument, node: OpenApiSchema): OpenApiSchema =>
    ((node['oneOf'] ?? []) as OpenApiSchema[])
      .map((each) => resolved(document, each))
      .find(({ type }) => type !== 'null') ?? resolved(document, node);
  const fields = documents
    .filter(([, document]) => document['x-development-only'] !== true)
    .flatMap(([service, document]) =>
      [
        ...Object.values((document.components.schemas ?? {}) as Record<string, OpenApiSchema>),
        ...operationsOf(document).flatMap(({ operation }) =>
          Object.values(operation.responses).flatMap((response) =>
            Object.values(resolved(document, response).content ?? {}).map(({ schema }) => schema),
          ),
        ),
      ].flatMap((schema) =>
        fieldsOf(document, schema).map(([name, field]) => [service, name, textOf(document, field)] as const),
      ),
    );
  const isText = ({ type }: OpenApiSchema): boolean =>
    type === 'string' || (Array.isArray(type) && type.includes('string'));

  it('is not an empty text where a date is promised', () => {
    const dates = fields.filter(([, name, schema]) => /([a-z]At|_at)$/.test(name) && isText(schema));
    expect(dates.length).toBeGreaterThan(30);
    expect(
      dates.filter(([, , { format }]) => format !== 'date-time').map(([service, name]) => `${service} ${name}`),
    ).toEqual([]);
  });

  it('is not an empty text where a picture is promised', () => {
    const pictures = fields.filter(([, name, schema]) => /^qr_?(code|image)/i.test(name) && isText(schema));
    expect(pictures.length).toBeGreaterThan(3);
    expect(
      pictures.filter(([, , { minLength }]) => minLength !== 1).map(([service, name]) => `${service} ${name}`),
    ).toEqual([]);
  });
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
