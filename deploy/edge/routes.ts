import { type OpenApiDocument } from '@repasse/contracts';
import { describedOperations, type DescribedOperation } from '@repasse/chassis/http/described-operation';
import { createPathTable, type PathTable } from '@repasse/chassis/http/path-table';

/** Only other services call these, and they call each other without the edge. */
const internalPrefix = '/internal/';

/** Reports of providers, and payments in coins with the page where they are paid. */
const gatewayPrefixes = ['/callbacks/', '/payments/v2/crypto', '/payments/idempotency/', '/checkout/crypto/'];

export interface Route<Name extends string> {
  readonly upstream: Name;
  /** Undefined where the path has no such method. HEAD is GET. */
  readonly operationOf: (method: string | undefined) => DescribedOperation | undefined;
  /** As the description writes it: `/charge/{chargeId}`. */
  readonly template: string;
  /** Providers report here, often many at once from one address. */
  readonly isForProviders: boolean;
  /** Served at the gateway's address, too. */
  readonly isAtGateway: boolean;
}

/** Which service answers a path; undefined when none does. */
export type RouteTable<Name extends string> = PathTable<Route<Name>>;

/**
 * The services' own OpenAPI documents are the routing table, so an endpoint is routed as soon as it is described, and
 * nothing that is not described can be reached from outside.
 */
export const createRouteTable = <Name extends string>(
  documents: Readonly<Record<Name, OpenApiDocument>>,
): RouteTable<Name> =>
  createPathTable(
    (Object.entries(documents) as [Name, OpenApiDocument][]).flatMap(([upstream, document]) =>
      routesOf(upstream, document),
    ),
  );

const routesOf = <Name extends string>(upstream: Name, document: OpenApiDocument): readonly Route<Name>[] => {
  const operations = describedOperations(document);
  return Object.keys(document.paths)
    .filter((path) => !path.startsWith(internalPrefix))
    .map((path) => {
      const own = operations.filter((each) => each.path === path);
      const byMethod = new Map<string | undefined, DescribedOperation>(own.map((each) => [each.method, each]));
      return {
        ...{ template: path, upstream },
        operationOf: (method) => byMethod.get(method === 'HEAD' ? 'GET' : method),
        isForProviders: own.some(({ isFromProvider }) => isFromProvider),
        isAtGateway: gatewayPrefixes.some((prefix) => path.startsWith(prefix)),
      };
    });
};
