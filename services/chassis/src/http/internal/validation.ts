import { type OpenApiParameter } from '@repasse/contracts';
import { type ValidateFunction } from 'ajv';
import { dropNullsOf } from './absent-nulls';
import { coercion } from './coercion';
import { type DescribedOperation } from '../described-operation';
import { ignoredFields, ignoredParameters, knownFields } from './known-fields';
import { type Fault } from '../problem';
import { schemaFaults } from './schema-faults';
import { type Schemas } from '../schemas';
import { isStorable } from './storable';

type Given = Readonly<Record<string, unknown>>;

/**
 * Checks one operation's input against its description. Its first request compiles the schemas, which takes longer than
 * the rest of a service's start when it is done for every operation; the contracts' own specs see to it that all compile.
 */
export interface Validation {
  /** Query values become numbers and truth values where the description says so, and get their defaults. */
  query(given: Given): {
    readonly query: Given;
    readonly faults: readonly Fault[];
    readonly ignored: readonly string[];
  };
  params(given: Readonly<Record<string, string>>): readonly Fault[];
  body(body: unknown, contentType: string): { readonly faults: readonly Fault[]; readonly ignored: readonly string[] };
}

export const createValidation = (schemas: Schemas, operation: DescribedOperation): Validation => {
  const queryCheck = whenNeeded(() => parameterCheck(schemas, operation, 'query'));
  const paramsCheck = whenNeeded(() => parameterCheck(schemas, operation, 'path'));
  const bodyChecks = new Map(
    Object.entries(operation.requestBody?.content ?? {}).map(([contentType, { schema }]) => [
      contentType,
      whenNeeded(() => ({
        validate: schemas.compile(schema),
        known: knownFields(schemas, schema),
        dropNulls: dropNullsOf(schemas, schema),
      })),
    ]),
  );
  const queryNames = new Set(operation.parameters.filter(inQuery).map(({ name }) => name));
  const isBodyRequired = operation.requestBody?.required === true;

  return {
    query: (given) => {
      const ignored = ignoredParameters(queryNames, given);
      const query = queryCheck();
      if (query === undefined) return { query: given, faults: none, ignored };
      const values = query.coerce(given);
      const faults = [...faultsOf(query.validate, values, 'query'), ...unstorableFaults(values)];
      return { query: values, faults, ignored };
    },
    params: (given) => {
      const params = paramsCheck();
      if (params === undefined) return none;
      return [...faultsOf(params.validate, params.coerce(given), 'path'), ...unstorableFaults(given)];
    },
    body: (body, contentType) => {
      // Of a type that is handed on as bytes there is no value; without a body there is no type either.
      if (body === undefined) {
        return { faults: isBodyRequired && contentType === '' ? missingBody : none, ignored: [] };
      }
      const media = bodyChecks.get(contentType)?.();
      if (media === undefined) return { faults: none, ignored: [] };
      media.dropNulls(body);
      return { faults: faultsOf(media.validate, body, 'body'), ignored: ignoredFields(media.known, body) };
    },
  };
};

/** Makes it at the first call and keeps it. */
const whenNeeded = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

const inQuery = (parameter: OpenApiParameter): boolean => parameter.in === 'query';

const none: readonly Fault[] = [];
const missingBody: readonly Fault[] = [{ field: 'body', message: 'is required.' }];

const faultsOf = (validate: ValidateFunction, value: unknown, root: string): readonly Fault[] =>
  validate(value) ? none : schemaFaults(validate.errors ?? [], root);

const unstorableFaults = (given: Given): readonly Fault[] =>
  Object.entries(given)
    .filter(([, value]) => !isStorable(value))
    .map(([field]) => ({ field, message: 'must not hold a NUL character.' }));

const parameterCheck = (schemas: Schemas, operation: DescribedOperation, place: OpenApiParameter['in']) => {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place);
  if (parameters.length === 0) return undefined;
  return {
    coerce: coercion(schemas, parameters),
    validate: schemas.compile({
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schemas.resolve(schema)])),
      required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    }),
  };
};
