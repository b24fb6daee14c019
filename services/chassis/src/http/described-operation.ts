import {
  type OpenApiDocument,
  type OpenApiMethod,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiReference,
  type OpenApiRequestBody,
} from '@repasse/contracts';

/** One way to be admitted; a caller must satisfy one of an operation's ways. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'bearer'; readonly scopes: readonly string[] }
  /** Only by the services that are named. */
  | { readonly kind: 'internal'; readonly callers: readonly string[] }
  /** By a scheme that the application checks itself. */
  | { readonly kind: 'guarded'; readonly scheme: string };

/** An operation of the OpenAPI description, with references followed. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: Uppercase<OpenApiMethod>;
  /** `/charge/{chargeId}`: what metrics call the route. */
  readonly path: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly takesIdempotencyKey: boolean;
  readonly requestBody: OpenApiRequestBody | undefined;
  readonly bodyLimitBytes: number;
  readonly access: readonly Access[];
  /** The body's field `card` holds a card. Everywhere else card data is refused. */
  readonly takesCard: boolean;
  /** A provider reports an event that has already happened. */
  readonly isFromProvider: boolean;
  /** People need a second factor that was proven within minutes. */
  readonly needsStepUp: boolean;
  /** Empty when any profile may call. */
  readonly profiles: readonly string[];
}

/**
 * Of an operation that names no limit. The largest body of the API, a charge with many recipients, stays under 16 KiB.
 */
export const bodyLimitBytesDefault = 64 * 1_024;

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const satisfies readonly OpenApiMethod[];

export const describedOperations = (document: OpenApiDocument): readonly DescribedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [describe(document, path, method, operation)];
    }),
  );

const describe = (
  document: OpenApiDocument,
  path: string,
  method: OpenApiMethod,
  operation: OpenApiOperation,
): DescribedOperation => {
  const parameters = (operation.parameters ?? []).map((parameter) => parameterOf(document, parameter));
  return {
    operationId: operation.operationId,
    method: upperCase[method],
    path,
    parameters,
    takesIdempotencyKey: parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key'),
    requestBody: operation.requestBody,
    bodyLimitBytes: operation['x-body-limit-bytes'] ?? bodyLimitBytesDefault,
    takesCard: operation['x-takes-card'] === true,
    // The provider sandbox writes about cards as the providers do.
    isFromProvider: operation['x-from-provider'] === true || document['x-development-only'] === true,
    access: accessOf(operation),
    needsStepUp: operation['x-step-up'] === true,
    profiles: operation['x-profiles'] ?? [],
  };
};

const upperCase: Readonly<Record<OpenApiMethod, Uppercase<OpenApiMethod>>> = {
  get: 'GET',
  put: 'PUT',
  post: 'POST',
  delete: 'DELETE',
  patch: 'PATCH',
};

const parameterOf = (document: OpenApiDocument, parameter: OpenApiParameter | OpenApiReference): OpenApiParameter => {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.replace('#/components/parameters/', '');
  const found = document.components.parameters?.[name];
  if (found === undefined) throw new Error(`The description has no ${parameter.$ref}.`);
  return found;
};

const accessOf = ({ operationId, security, 'x-callers': callers = [] }: OpenApiOperation): readonly Access[] => {
  if (security.length === 0) return [{ kind: 'public' }];
  return security.map((requirement): Access => {
    const [scheme, ...more] = Object.keys(requirement);
    if (scheme === undefined) return { kind: 'public' };
    if (more.length === 0 && scheme === 'bearerAuth') return { kind: 'bearer', scopes: requirement[scheme] ?? [] };
    if (more.length === 0 && scheme === 'internalToken') return { kind: 'internal', callers };
    if (more.length === 0) return { kind: 'guarded', scheme };
    throw new Error(`${operationId} asks for ${Object.keys(requirement).join(' and ')}, which nothing here checks.`);
  });
};
