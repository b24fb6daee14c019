import { loadOpenApi, mergedOpenApi, operationsOf, problemCodes, type OpenApiDocument } from '@repasse/contracts';
import { load } from 'js-yaml';
import { readText } from './package-root';
import { documents, operations, platform } from './testing/descriptions';

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

it('an operation for other services names those that may call it, and no other operation does', () => {
  const wrong = platform.filter(({ operation }) => {
    const callers = operation['x-callers'] ?? [];
    const isInternal = operation.security.some((each) => 'internalToken' in each);
    return isInternal ? callers.length === 0 || operation.responses['403'] === undefined : callers.length > 0;
  });

  expect(wrong.map(({ id }) => id)).toEqual([]);
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

describe('the texts for readers and generators of clients', () => {
  const merged = mergedOpenApi();
  const flows = merged.components['securitySchemes']?.['bearerAuth'] as {
    readonly flows: { readonly clientCredentials: { readonly scopes: Readonly<Record<string, string>> } };
  };
  it('are scopes that are all listed, and all of use', () => {
    const used = operationsOf(merged).flatMap(({ operation }) => [
      ...operation.security.flatMap((requirement) => requirement['bearerAuth'] ?? []),
      // Those with which an answer shows more.
      ...((operation as { 'x-optional-scopes'?: readonly string[] })['x-optional-scopes'] ?? []),
    ]);

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
