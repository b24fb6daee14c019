import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { loadOpenApi, openApiServices, operationsOf } from '../openapi';
import {
  type OpenApiDocument,
  type OpenApiParameter,
  type OpenApiReference,
  type OpenApiSchema,
} from '../openapi-document';

/** Every description, by its service. */
export const documents = openApiServices.map((service) => [service, loadOpenApi(service)] as const);
export const operations = documents.flatMap(([service, document]) =>
  operationsOf(document).map((at) => ({ service, document, ...at, id: at.operation.operationId })),
);
/** Those that an installation offers; the sandbox's are for development only. */
export const platform = operations.filter(({ document }) => document['x-development-only'] !== true);

export const resolved = <T extends object>(document: OpenApiDocument, node: T | OpenApiReference): T => {
  if (!('$ref' in node)) return node;
  const [, , kind = '', name = ''] = node.$ref.split('/');
  return document.components[kind]?.[name] as T;
};

export const parametersOf = ({ document, operation }: (typeof operations)[number]): OpenApiParameter[] =>
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

export const sentParts = platform.flatMap((at) => [
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
    // The rules are the chassis'; common.yaml names the formats.
    for (const format of ['visible-text', 'holder-name', 'document']) ajv.addFormat(format, true);
    ajv.addKeyword('components');
    ajv.addKeyword('example');
    ajv.addKeyword('discriminator');
    ajv.addKeyword('x-message');
    ajv.addSchema(absolute({ $id: documentId, components: { schemas: document.components.schemas ?? {} } }));
    return [document, ajv] as const;
  }),
);

export const validatorOf = (document: OpenApiDocument, schema: OpenApiSchema): ValidateFunction => {
  const ajv = validators.get(document);
  if (ajv === undefined) throw new Error('No validator was made for this description.');
  return ajv.compile(absolute(schema));
};
