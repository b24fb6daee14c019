import { loadOpenApi, openApiServices, operationsOf } from '@repasse/contracts/openapi';

/** One operation of the API that people may use through the console. */
export interface ConsoleOperation {
  readonly operationId: string;
  /** `/charge/{chargeId}`. */
  readonly path: string;
  /** Something is changed by it, so who did it is written down. */
  readonly isChange: boolean;
}

export type FindOperation = (method: string, path: string) => ConsoleOperation | undefined;

/** A preview that is asked for by POST, because of its body. */
const asking = new Set(['previewSplit']);

/**
 * Finds the operation of a request. The list is what the descriptions have for callers with a token: nothing internal,
 * nothing of the sandbox, no page of a payer, and no way to a token.
 */
export const createFindOperation = (): FindOperation => {
  const listed = openApiServices
    .map(loadOpenApi)
    .filter((document) => document['x-development-only'] !== true)
    .flatMap(operationsOf)
    .filter(({ operation }) => operation.security.some((requirement) => 'bearerAuth' in requirement))
    .map(({ operation: { operationId }, path, method }) => ({
      ...{ method: method.toUpperCase(), form: formOf(path), isFixed: !path.includes('{') },
      operation: { operationId, path, isChange: method !== 'get' && !asking.has(operationId) },
    }));
  // `/users/{userId}` must not take what is `/users/import`'s.
  const fixedFirst = [...listed.filter(({ isFixed }) => isFixed), ...listed.filter(({ isFixed }) => !isFixed)];
  return (method, path) => fixedFirst.find((each) => each.method === method && each.form.test(path))?.operation;
};

/** One part of a path, and no dots alone in any spelling: a URL takes those for a step up. */
const oneParameter = String.raw`(?!(?:\.|%2[eE]){1,2}(?:/|$))[^/?#]+`;

const formOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, oneParameter)}$`);
