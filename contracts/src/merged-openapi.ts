import { componentsUsedBy, offeredDocuments, operationsOf, type OperationAt } from './openapi';
import { type OpenApiDocument, type OpenApiPathItem } from './openapi-document';

/**
 * One description for the edge: every operation that callers from outside may use, of all services. Two services that
 * give one component name to different things would be confused here; a unit spec keeps them from it.
 */
export const mergedOpenApi = (): OpenApiDocument => {
  const documents = offeredDocuments();
  const paths: Record<string, OpenApiPathItem> = {};
  for (const { path, method, operation } of documents.flatMap(operationsOf).filter(isOffered)) {
    paths[path] = { ...paths[path], [method]: operation };
  }
  const webhooks = Object.assign({}, ...documents.map((document) => document.webhooks)) as Webhooks;
  const securitySchemes = schemesOf(paths).map((name) => ({ $ref: `#/components/securitySchemes/${name}` }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Repasse',
      version: '0.1.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this installation' },
      description:
        'Charges, payments, invoices and webhooks. In a request, null in an optional field is the same as leaving it out.',
    },
    servers: [{ url: '/', description: 'The installation that serves this description' }],
    tags: documents
      .flatMap(({ tags }) => tags ?? [])
      .filter(isUsedIn(paths, webhooks))
      .filter(isFirstOfName),
    paths,
    webhooks,
    components: componentsUsedBy(
      { paths, webhooks, securitySchemes },
      documents.map(({ components }) => components),
    ),
  };
};

interface Named {
  readonly name: string;
}

type Webhooks = NonNullable<OpenApiDocument['webhooks']>;

const isOffered = ({ operation }: OperationAt): boolean =>
  !operation.security.some((requirement) => 'internalToken' in requirement);

/** Operations name their schemes, which is no reference that could be followed. */
const schemesOf = (paths: OpenApiDocument['paths']): readonly string[] => [
  ...new Set(operationsOf({ paths }).flatMap(({ operation }) => operation.security.flatMap(Object.keys))),
];

const isUsedIn = (paths: OpenApiDocument['paths'], webhooks: Webhooks) => {
  const operations = [
    ...operationsOf({ paths }).map(({ operation }) => operation),
    ...Object.values(webhooks).map(({ post }) => post),
  ];
  const used = new Set(operations.flatMap(({ tags }) => tags ?? []));
  return ({ name }: Named): boolean => used.has(name);
};

/** Some operations are every service's. */
const isFirstOfName = ({ name }: Named, at: number, tags: readonly Named[]): boolean =>
  tags.findIndex((other) => other.name === name) === at;
