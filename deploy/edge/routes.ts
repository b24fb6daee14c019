import type { OpenApiDocument } from '@repasse/contracts';

/** Only other services call these, and they call each other without the edge. */
const internalPrefixes = ['/internal/'];

type Route<Name extends string> = { readonly segments: readonly string[]; readonly upstream: Name };

/** Which service answers a path; undefined when none does. */
export type RouteTable<Name extends string> = { readonly upstreamOf: (path: string) => Name | undefined };

/**
 * The services' own OpenAPI documents are the routing table, so an endpoint is routed as soon as it is described, and
 * nothing that is not described can be reached from outside.
 */
export const createRouteTable = <Name extends string>(
  documents: Readonly<Record<Name, OpenApiDocument>>,
): RouteTable<Name> => {
  const routes = (Object.entries(documents) as [Name, OpenApiDocument][])
    .flatMap(([upstream, { paths }]) =>
      Object.keys(paths).map((path): Route<Name> => ({ segments: segmentsOf(path), upstream })),
    )
    .filter(({ segments }) => !internalPrefixes.some((prefix) => `/${segments.join('/')}`.startsWith(prefix)))
    .sort(mostLiteralFirst);
  return { upstreamOf: (path) => routes.find(({ segments }) => matches(segments, segmentsOf(path)))?.upstream };
};

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const isParameter = (segment: string): boolean => segment.startsWith('{');

const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, index) => (isParameter(segment) ? path[index] !== '' : segment === path[index]));

/** `/charge/list` before `/charge/{chargeId}`: the first segment in which two patterns differ in kind decides. */
const mostLiteralFirst = (a: Route<string>, b: Route<string>): number => {
  const index = a.segments.findIndex((segment, at) => isParameter(segment) !== isParameter(b.segments[at] ?? ''));
  if (index === -1) return 0;
  return isParameter(a.segments[index] ?? '') ? 1 : -1;
};
