import { type OpenApiDocument, type OpenApiSchema } from '@repasse/contracts';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { addRequestFormats, withSpellings } from './internal/formats';

/** The schemas of one OpenAPI description, ready to compile. */
export interface Schemas {
  compile(schema: OpenApiSchema): ValidateFunction;
  /** Follows a reference to components; anything else is answered as it is. */
  resolve(schema: OpenApiSchema): OpenApiSchema;
}

const documentId = 'urn:repasse:openapi';

export const createSchemas = (document: OpenApiDocument): Schemas => {
  const ajv = new Ajv2020({
    // A caller gets all faults at once. The cost is bounded by the limit on the body.
    allErrors: true,
    // Descriptions carry keywords of OpenAPI (example, discriminator), which are no business of the validator's.
    strict: false,
    // Messages quote the limits that were broken, which stand in the schema.
    verbose: true,
    // The contracts' specs check every description against its draft, which would take as long here as all the rest.
    meta: false,
    validateSchema: false,
    useDefaults: true,
    // 0.07 is a multiple of 0.01, whatever binary fractions say.
    multipleOfPrecision: 8,
  });
  addRequestFormats(ajv);
  ajv.addSchema({ $id: documentId, components: { schemas: prepared(document.components.schemas ?? {}) } });
  return {
    compile: (schema) => ajv.compile(prepared(schema)),
    resolve: (schema) => {
      let current = schema;
      while (typeof current['$ref'] === 'string') current = componentAt(document, current['$ref']);
      return current;
    },
  };
};

const componentAt = (document: OpenApiDocument, reference: string): OpenApiSchema => {
  const found = document.components.schemas?.[reference.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`The description has no ${reference}.`);
  return found;
};

const prepared = <T>(value: T): T => withSpellings(absolute(value));

/** A copy whose references name the document, so that a schema can be compiled apart from it. */
const absolute = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(absolute) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith('#')
        ? documentId + inner
        : absolute<unknown>(inner),
    ]),
  ) as T;
};
