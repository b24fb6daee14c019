import { createPathTable, type PathTable } from '@repasse/chassis/http/path-table';
import { tokenOperations } from '@repasse/contracts/openapi';
import { openApiMethods, type OpenApiMethod } from '@repasse/contracts/openapi-document';

/** One operation of the API that people may use through the console. */
export interface ConsoleOperation {
  readonly operationId: string;
  /** `/charge/{chargeId}`. */
  readonly template: string;
  /** Something is changed by it, so who did it is written down. */
  readonly isChange: boolean;
  /** How many parts of its path lead to what it changes, where the audit log has that before and after. */
  readonly settingParts?: number | undefined;
}

export type FindOperation = (method: string, path: string) => ConsoleOperation | undefined;

/** A preview that is asked for by POST, because of its body. */
const asking = new Set(['previewSplit']);

/** A part of a path that a URL takes for a step up, in any spelling: it would lead to another operation. */
const stepUp = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Finds the operation of a request. The list is what the descriptions have for callers with a token: nothing internal,
 * nothing of the sandbox, no page of a payer, and no way to a token.
 */
export const createFindOperation = (): FindOperation => {
  const tables = new Map(openApiMethods.map((method) => [method.toUpperCase(), tableOf(method)]));
  return (method, path) => (stepUp.test(path) ? undefined : tables.get(method)?.find(path));
};

const tableOf = (method: OpenApiMethod): PathTable<ConsoleOperation> =>
  createPathTable(
    operations
      .filter((at) => at.method === method)
      .map(({ path, operation }) => {
        const { operationId } = operation;
        const isChange = method !== 'get' && !asking.has(operationId);
        return { template: path, operationId, isChange, settingParts: settingPartsOf(operation['x-audit-read']) };
      }),
  );

const operations = tokenOperations();

const settingPartsOf = (operationId: string | undefined): number | undefined =>
  operations.find(({ operation }) => operation.operationId === operationId)?.path.split('/').length;
