import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  openApiMethods,
  type OpenApiDocument,
  type OpenApiMethod,
  type OpenApiOperation,
  type OpenApiPathItem,
} from './openapi-document';
import { packageRoot, readGenerated } from './package-root';

const suffix = '.openapi.yaml';

type Components = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** A description as it stands in its file, where only what is its own is among the components. */
type Written = Omit<OpenApiDocument, 'components'> & { readonly components?: Components };

/** The services that have an HTTP description. */
export const openApiServices: readonly string[] = readdirSync(join(packageRoot, 'http'))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .sort();

const loaded = new Map<string, OpenApiDocument>();

/**
 * A service's description, whole: what it takes from common.yaml stands among its own components, so every $ref in it
 * is local (`#/components/…`). Read once.
 */
export const loadOpenApi = (service: string): OpenApiDocument => {
  const document = loaded.get(service) ?? readOpenApi(service);
  loaded.set(service, document);
  return document;
};

const readOpenApi = (service: string): OpenApiDocument => {
  if (!openApiServices.includes(service)) throw new Error(`There is no contracts/http/${service}${suffix}.`);

  const own = readGenerated('http', `${service}.openapi.json`) as Written;
  const common = readGenerated('http', 'common.json') as { components: Components };
  const { components = {} } = own;
  const paths = own['x-development-only'] === true ? own.paths : withRateLimits(own.paths);
  const roots = { paths, webhooks: own.webhooks, securitySchemes: components['securitySchemes'] };
  return { ...own, paths, components: componentsUsedBy(roots, [components, common.components]) };
};

const tooManyRequests = { $ref: '#/components/responses/TooManyRequests' };

/** The edge may limit every operation it passes requests on to, so 429 stands here once and not at each of them. */
const withRateLimits = (paths: OpenApiDocument['paths']): OpenApiDocument['paths'] => {
  const limited: Record<string, OpenApiPathItem> = {};
  for (const { path, method, operation } of operationsOf({ paths })) {
    const isInternal = operation.security.some((requirement) => 'internalToken' in requirement);
    const responses = isInternal ? operation.responses : { ...operation.responses, '429': tooManyRequests };
    limited[path] = { ...limited[path], [method]: { ...operation, responses } };
  }
  return limited;
};

/** What `node` refers to, and what that refers to in turn. Where two sources have a name, the later one is meant. */
export const componentsUsedBy = (node: unknown, sources: readonly Components[]): Components => {
  const used: Record<string, Record<string, unknown>> = {};
  const open = [node];
  for (const each of open) {
    for (const [kind, name] of referencesIn(each)) {
      if (used[kind]?.[name] !== undefined) continue;
      const entry = sources.findLast((source) => source[kind]?.[name] !== undefined)?.[kind]?.[name];
      if (entry === undefined) throw new Error(`Nothing is called #/components/${kind}/${name}.`);
      used[kind] = { ...used[kind], [name]: entry };
      open.push(entry);
    }
  }
  return used;
};

const referencesIn = (node: unknown): (readonly [string, string])[] =>
  [...JSON.stringify(node).matchAll(/"\$ref":"#\/components\/([^/"]+)\/([^/"]+)"/g)].map(
    ([, kind = '', name = '']) => [kind, name] as const,
  );

export interface OperationAt {
  readonly path: string;
  readonly method: OpenApiMethod;
  readonly operation: OpenApiOperation;
}

/** Every operation of a description, path by path. */
export const operationsOf = ({ paths }: Pick<OpenApiDocument, 'paths'>): readonly OperationAt[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    openApiMethods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );

/** Descriptions of what an installation offers; the sandbox is for development only. */
export const offeredDocuments = (): readonly OpenApiDocument[] =>
  openApiServices.map(loadOpenApi).filter((document) => document['x-development-only'] !== true);

export interface TokenOperationAt extends OperationAt {
  readonly scopes: readonly string[];
  /** Empty when any profile may call it. */
  readonly profiles: readonly string[];
}

/** Every operation that is called with an access token, and what the token needs. */
export const tokenOperations = (): readonly TokenOperationAt[] =>
  offeredDocuments()
    .flatMap(operationsOf)
    .flatMap((at) => {
      const scopes = at.operation.security.flatMap(({ bearerAuth }) => bearerAuth ?? []);
      return scopes.length === 0 ? [] : [{ ...at, scopes, profiles: at.operation['x-profiles'] ?? [] }];
    });
