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

  it('may hold fields nobody knows, which are reported and not refused', () => {
    expect(sentParts.filter(([, schema]) => 'additionalProperties' in schema).map(([at]) => at)).toEqual([]);
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
