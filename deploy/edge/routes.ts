import { type OpenApiDocument } from '@repasse/contracts';
import { describedOperations, type DescribedOperation } from '@repasse/chassis/http/described-operation';

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
export interface RouteTable<Name extends string> {
  readonly find: (path: string) => Route<Name> | undefined;
}

type Pattern<Name extends string> = Route<Name> & { readonly segments: readonly string[] };

/**
 * The services' own OpenAPI documents are the routing table, so an endpoint is routed as soon as it is described, and
 * nothing that is not described can be reached from outside.
 */
export const createRouteTable = <Name extends string>(
  documents: Readonly<Record<Name, OpenApiDocument>>,
): RouteTable<Name> => {
  // By their number of segments: every request is compared with patterns, and few are as long as its path.
  const patterns = new Map<number, Pattern<Name>[]>();
  for (const [upstream, document] of Object.entries(documents) as [Name, OpenApiDocument][]) {
    for (const pattern of patternsOf(upstream, document)) {
      const { length } = pattern.segments;
      patterns.set(length, [...(patterns.get(length) ?? []), pattern].sort(mostLiteralFirst));
    }
  }
  return {
    find: (path) => {
      const segments = segmentsOf(path);
      return patterns.get(segments.length)?.find((pattern) => matches(pattern.segments, segments));
    },
  };
};

const patternsOf = <Name extends string>(upstream: Name, document: OpenApiDocument): readonly Pattern<Name>[] => {
  const operations = describedOperations(document);
  return Object.keys(document.paths)
    .filter((path) => !path.startsWith(internalPrefix))
    .map((path) => {
      const own = operations.filter((each) => each.path === path);
      const byMethod = new Map<string | undefined, DescribedOperation>(own.map((each) => [each.method, each]));
      return {
        ...{ segments: segmentsOf(path), template: path, upstream },
        operationOf: (method) => byMethod.get(method === 'HEAD' ? 'GET' : method),
        isForProviders: own.some(({ isFromProvider }) => isFromProvider),
        isAtGateway: gatewayPrefixes.some((prefix) => path.startsWith(prefix)),
      };
    });
};

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Both have the same number of segments. */
const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.every((segment, index) => (isParameter(segment) ? path[index] !== '' : segment === path[index]));

/** `/charge/list` before `/charge/{chargeId}`: the first segment in which two patterns differ in kind decides. */
const mostLiteralFirst = (a: Pattern<string>, b: Pattern<string>): number => {
  const index = a.segments.findIndex((segment, at) => isParameter(segment) !== isParameter(b.segments[at] ?? ''));
  if (index === -1) return 0;
  return isParameter(a.segments[index] ?? '') ? 1 : -1;
};
