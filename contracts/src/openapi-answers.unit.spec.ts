import { operationsOf, type OpenApiDocument, type OpenApiSchema } from '@repasse/contracts';
import { documents, resolved } from './testing/descriptions';

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
