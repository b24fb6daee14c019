import { type Express, type Request, type RequestHandler } from 'express';
import { handleOperation, type Handled, type ReadyOperation } from './internal/handle-operation';
import { problem, ProblemError } from './problem';
import { type Responder } from './internal/responder';

type Methods = ReadonlyMap<string, ReadyOperation>;

/** One express route per path; the method is looked up, to distinguish a wrong method from a wrong path. */
export const addRoutes = (app: Express, operations: readonly ReadyOperation[], responder: Responder): void => {
  const paths = new Map<string, Map<string, ReadyOperation>>();
  for (const ready of operations) {
    const methods = paths.get(ready.described.path) ?? new Map<string, ReadyOperation>();
    paths.set(ready.described.path, methods.set(ready.described.method, ready));
  }
  for (const path of [...paths.keys()].sort(bySpecificity)) {
    // Not app.all, which would put one layer for each of the thirty-odd methods in a request's way.
    app.route(expressPath(path)).all(pathHandler(path, paths.get(path) ?? new Map(), responder));
  }
};

/** `/charge/list` before `/charge/{chargeId}`: express takes the first that fits. */
const bySpecificity = (one: string, other: string): number => {
  const rank = (path: string): string => path.replace(/\{[^}]+\}/g, '\u{10FFFF}');
  return rank(one) < rank(other) ? -1 : 1;
};

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

const pathHandler =
  (path: string, methods: Methods, responder: Responder): RequestHandler =>
  (request, response) =>
    responder.respond(request, response, path, async (requestId) => {
      const ready = methods.get(request.method === 'HEAD' ? 'GET' : request.method);
      if (ready === undefined) return withoutOperation(request, methods);
      return handleOperation(ready, request, response, requestId, paramsOf(request));
    });

/** Wildcards are the only parameters with several values, and OpenAPI has none. */
const paramsOf = ({ params }: Request): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

const withoutOperation = ({ method }: Request, methods: Methods): Handled => {
  const allow = allowed(methods);
  if (method === 'OPTIONS') return { response: { status: 204, headers: { Allow: allow } } };
  throw methodNotAllowed(method, allow);
};

const allowed = (methods: Methods): string =>
  [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');

export const methodNotAllowed = (method: string, allow: string): ProblemError =>
  new ProblemError({
    status: 405,
    code: 'route.method_not_allowed',
    detail: `${method} is not possible here; ${allow} are.`,
    headers: { Allow: allow },
  });

export const pathNotFound =
  (responder: Responder): RequestHandler =>
  (request, response) =>
    responder.respond(request, response, 'unknown', async () => ({
      response: problem({ status: 404, code: 'route.not_found', detail: 'There is nothing at this path.' }),
    }));
