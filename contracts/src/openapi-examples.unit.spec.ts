import { type OpenApiDocument, type OpenApiSchema } from '@repasse/contracts';
import { documents, validatorOf } from './testing/descriptions';

interface Example {
  /** The place, as a reader finds it: `paths./charge.post.requestBody.content.application/json`. */
  readonly at: string;
  readonly schema: OpenApiSchema;
  readonly value: unknown;
}

type Node = Readonly<Record<string, unknown>>;

/** Members that hold values, not descriptions, and so no examples of their own. */
const values = new Set(['example', 'examples', 'enum', 'const', 'default']);
/** Members whose own members are named by the author: one called `example` is a name there. */
const maps = new Set(['properties', 'schemas', 'paths', 'parameters', 'responses', 'headers', 'content', 'webhooks']);

const isObject = (node: unknown): node is Node => typeof node === 'object' && node !== null;

/** Of a media type or a parameter each has a name and a `value`; of a schema they are a list. */
const ownExamples = (node: Node, at: string): readonly Example[] => {
  const { schema, example, examples } = node;
  const described = isObject(schema) ? schema : node;
  const single = example === undefined ? [] : [example];
  const several = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  const named =
    isObject(examples) && !Array.isArray(examples)
      ? Object.values(examples).map((each) => (each as { readonly value: unknown }).value)
      : [];
  return [...single, ...several, ...named].map((value) => ({ at, schema: described, value }));
};

const examplesIn = (node: unknown, at: string, isMap = false): readonly Example[] => {
  if (!isObject(node)) return [];
  const deeper = Object.entries(node)
    .filter(([name]) => isMap || !values.has(name))
    .flatMap(([name, part]) => examplesIn(part, `${at}.${name}`, !isMap && maps.has(name) && !Array.isArray(part)));
  return [...(isMap || Array.isArray(node) ? [] : ownExamples(node, at)), ...deeper];
};

const examplesOf = ({ paths, webhooks, components }: OpenApiDocument): readonly Example[] =>
  examplesIn({ paths, webhooks, components }, '');

const faultsOf = (document: OpenApiDocument, examples: readonly Example[]): readonly string[] =>
  examples.flatMap(({ at, schema, value }) => {
    const validate = validatorOf(document, schema);
    return validate(value) ? [] : [`${at}: ${JSON.stringify(value)} ${JSON.stringify(validate.errors)}`];
  });

describe('the examples of a description', () => {
  it.each(documents)('of %s are accepted by their schemas, wherever they stand', (_, document) => {
    const examples = examplesOf(document);

    expect(examples.length).toBeGreaterThan(10);
    expect(faultsOf(document, examples)).toEqual([]);
  });

  it.each([
    ['a schema', { components: { schemas: { Day: { type: 'string', format: 'date', examples: ['tomorrow'] } } } }],
    ['a property', { components: { schemas: { Day: { properties: { at: { type: 'string', example: 4 } } } } } }],
    ['a parameter', { paths: { '/days': { get: { parameters: [{ schema: { type: 'string' }, example: 4 }] } } } }],
    ['a header', { components: { headers: { Day: { schema: { type: 'string' }, example: 4 } } } }],
  ])('are found in %s', (_, part) => {
    const [[, document]] = documents as unknown as readonly [readonly [string, OpenApiDocument]];
    const examples = examplesOf(part as unknown as OpenApiDocument);

    expect(examples).toHaveLength(1);
    expect(faultsOf(document, examples)).toHaveLength(1);
  });
});
