import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openApiMethods, type OpenApiDocument, type OpenApiOperation, type OpenApiPathItem } from './openapi-document';
import { packageRoot, readText } from './package-root';

const suffix = '.openapi.yaml';

type Components = Record<string, Record<string, unknown>>;

/** The services that have an HTTP description. */
export const openApiServices: readonly string[] = readdirSync(join(packageRoot, 'http'))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .sort();

/** A service's description, whole: what it takes from common.yaml stands among its own components. */
export const loadOpenApi = (service: string): OpenApiDocument => {
  const file = `${service}${suffix}`;
  if (!existsSync(join(packageRoot, 'http', file))) throw new Error(`There is no contracts/http/${file}.`);

  const own = parse(readText('http', file).replaceAll('./common.yaml#/', '#/')) as OpenApiDocument;
  const common = (parse(readText('http', 'common.yaml')) as { components: Components }).components;
  return { ...own, components: withCommon(own, common) };
};

/** Carries over what is referred to, and what that refers to, until nothing is missing. */
const withCommon = (own: OpenApiDocument, common: Components): Components => {
  const components = Object.fromEntries(
    Object.entries(own.components).map(([kind, entries]) => [kind, { ...entries }]),
  );
  const open: unknown[] = [own];
  for (const node of open) {
    for (const [kind, name] of referencesIn(node)) {
      const entries = (components[kind] ??= {});
      if (name in entries && !isReferenceTo(entries[name], kind, name)) continue;
      const shared = common[kind]?.[name];
      if (shared === undefined) throw new Error(`${own.info.title}: nothing is called #/components/${kind}/${name}.`);
      entries[name] = shared;
      open.push(shared);
    }
  }
  return components;
};

const referencesIn = (node: unknown): (readonly [string, string])[] =>
  [...JSON.stringify(node).matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^/"]+)"/g)].map(
    ([, kind = '', name = '']) => [kind, name] as const,
  );

/** What an alias of something in common.yaml looks like once its reference is local: it refers to itself. */
const isReferenceTo = (entry: unknown, kind: string, name: string): boolean =>
  (entry as { $ref?: string }).$ref === `#/components/${kind}/${name}`;

export interface OperationAt {
  readonly path: string;
  readonly method: (typeof openApiMethods)[number];
  readonly operation: OpenApiOperation;
}

/** Every operation of a description, in its order. */
export const operationsOf = ({ paths }: Pick<OpenApiDocument, 'paths'>): readonly OperationAt[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    openApiMethods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );

/** One document for the edge: every operation that callers outside may use. Names that differ get their service's. */
export const mergedOpenApi = (): OpenApiDocument => {
  const documents = openApiServices.map((service) => withoutInternal(distinct(service, loadOpenApi(service))));
  const paths: Record<string, OpenApiPathItem> = {};
  const components: Components = {};
  for (const document of documents) {
    for (const [path, item] of Object.entries(document.paths)) paths[path] = { ...paths[path], ...item };
    for (const [kind, entries] of Object.entries(document.components)) {
      components[kind] = { ...components[kind], ...entries };
    }
  }
  delete components['securitySchemes']?.['internalToken'];
  return {
    openapi: '3.1.0',
    info: { title: 'Repasse', version: '0.1.0', description: 'Charges, payments, invoices and webhooks.' },
    servers: [{ url: 'http://localhost:8080', description: 'The edge of a local installation' }],
    tags: documents.flatMap(({ tags }) => tags ?? []),
    paths,
    components,
  };
};

/** Two services may mean different things by one name, so a service's own components carry its name when merged. */
const distinct = (service: string, document: OpenApiDocument): OpenApiDocument => {
  const common = (parse(readText('http', 'common.yaml')) as { components: Components }).components;
  const prefix = service.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  let text = JSON.stringify(document);
  for (const [kind, entries] of Object.entries(document.components)) {
    for (const name of Object.keys(entries ?? {}).filter((each) => common[kind]?.[each] === undefined)) {
      text = text.replaceAll(`"#/components/${kind}/${name}"`, `"#/components/${kind}/${prefix}${name}"`);
    }
  }
  const renamed = JSON.parse(text) as OpenApiDocument;
  const components = Object.fromEntries(
    Object.entries(renamed.components).map(([kind, entries]) => [
      kind,
      Object.fromEntries(
        Object.entries(entries ?? {}).map(([name, entry]) => [
          common[kind]?.[name] === undefined ? `${prefix}${name}` : name,
          entry,
        ]),
      ),
    ]),
  );
  return { ...renamed, components };
};

const withoutInternal = (document: OpenApiDocument): OpenApiDocument => {
  const isOffered = ({ operation }: OperationAt): boolean =>
    !operation.security.some((requirement) => 'internalToken' in requirement);
  const paths: Record<string, OpenApiPathItem> = {};
  for (const { path, method, operation } of operationsOf(document).filter(isOffered)) {
    paths[path] = { ...paths[path], [method]: operation };
  }
  return { ...document, paths };
};
