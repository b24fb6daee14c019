import { type Clock } from '../../clock';
import { type RunOnce } from '../../idempotency/internal/run-once';
import { type Ids } from '../../ids';
import { type AppOptions } from './app-options';
import { createAuthentication } from '../authentication';
import { describedOperations, type DescribedOperation } from '../described-operation';
import { type ReadyOperation } from './handle-operation';
import { createSchemas } from '../schemas';
import { createValidation } from './validation';

/** Joins description and handlers; throws when an operation has no handler or a handler no operation. */
export const readyOperations = (
  options: AppOptions & { readonly clock: Clock; readonly ids: Ids },
): readonly ReadyOperation[] => {
  const described = describedOperations(options.openapi);
  refuseStrays(options, described);

  const schemas = createSchemas(options.openapi);
  const once = onceWith(options);
  return described.flatMap((each) => {
    const operation = options.operations[each.operationId];
    if (operation === undefined) return [];
    return {
      described: each,
      operation,
      authenticate: createAuthentication(each, options),
      validation: createValidation(schemas, each),
      accepted: Object.keys(each.requestBody?.content ?? {}),
      once,
    };
  });
};

const refuseStrays = ({ service, operations }: AppOptions, described: readonly DescribedOperation[]): void => {
  const known = new Set(described.map(({ operationId }) => operationId));
  const faults = [
    ...[...known].filter((id) => operations[id] === undefined).map((id) => `${id} has no handler`),
    ...Object.keys(operations)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is not described`),
  ];
  if (faults.length > 0) throw new Error(`The HTTP interface of ${service} is not whole: ${faults.join(', ')}.`);
};

const onceWith = ({ idempotency, clock, ids, log }: AppOptions & { clock: Clock; ids: Ids }): RunOnce | undefined =>
  idempotency === undefined ? undefined : { store: idempotency, clock, ids, log };
