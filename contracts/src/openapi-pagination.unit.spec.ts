import { type OpenApiDocument, type OpenApiResponse, type OpenApiSchema } from './openapi-document';
import { operations, parametersOf, resolved } from './testing/descriptions';

/** By which a caller asks for what comes after a page. */
const placeNames = ['cursor', 'page', 'after'];

const membersOf = (document: OpenApiDocument, node: OpenApiSchema): Record<string, OpenApiSchema> => {
  const schema = resolved(document, node);
  const parts = (schema['allOf'] ?? []) as readonly OpenApiSchema[];
  return Object.assign({}, ...parts.map((part) => membersOf(document, part)), schema['properties']) as Record<
    string,
    OpenApiSchema
  >;
};

const memberAt = (document: OpenApiDocument, node: OpenApiSchema, path: string): OpenApiSchema | undefined =>
  path.split('.').reduce<OpenApiSchema | undefined>((within, name) => {
    const member = within && membersOf(document, within)[name];
    return member && resolved(document, member);
  }, node);

const answerOf = (document: OpenApiDocument, response: OpenApiResponse | undefined): OpenApiSchema | undefined =>
  response?.content?.['application/json']?.schema && resolved(document, response.content['application/json'].schema);

const described = operations.map((at) => {
  const ok = at.operation.responses['200'];
  return {
    ...at,
    answer: ok && answerOf(at.document, resolved(at.document, ok)),
    queries: parametersOf(at).flatMap((each) => (each.in === 'query' ? [each.name] : [])),
    pagination: at.operation['x-pagination'],
  };
});
const marked = described.flatMap((at) => (at.pagination === undefined ? [] : [{ ...at, pagination: at.pagination }]));

it('is said of every operation that answers a page, and of no other', () => {
  const paged = described.filter(({ queries }) => queries.some((name) => placeNames.includes(name)));

  expect(marked.map(({ id }) => id)).toEqual(paged.map(({ id }) => id));
  expect(new Set(marked.map(({ pagination }) => pagination.style))).toEqual(new Set(['cursor', 'page', 'feed']));
});

it.each(marked.map((at) => [at.id, at] as const))('of %s names what is there', (_, at) => {
  const { style, cursor, items, ...rest } = at.pagination;
  const typeAt = (path: string): unknown => memberAt(at.document, at.answer ?? {}, path)?.['type'];

  expect(at.queries).toContain(cursor);
  expect(typeAt(items)).toBe('array');
  expect(Object.values(rest).filter((path) => typeAt(path) === undefined)).toEqual([]);
  if (style === 'cursor') expect(typeAt(at.pagination.next)).toEqual(['string', 'null']);
});
