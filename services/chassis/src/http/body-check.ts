import { type OpenApiDocument } from '@repasse/contracts';
import { schemaFaults } from './internal/schema-faults';
import { type Fault } from './problem';
import { createSchemas } from './schemas';

/**
 * Checks a value as the body of an operation whose schema has this name is checked: for values that come otherwise, such
 * as the rows of a file. Compiling takes some milliseconds, so keep the check.
 */
export const createBodyCheck = (document: OpenApiDocument, schema: string): ((value: unknown) => readonly Fault[]) => {
  const validate = createSchemas(document).compile({ $ref: `#/components/schemas/${schema}` });
  return (value) => (validate(value) ? [] : schemaFaults(validate.errors ?? [], 'body'));
};
