import { type OpenApiSchema } from '@repasse/contracts';
import { flatten, isSchema } from './known-fields';
import { type Schemas } from '../schemas';

/** Takes null out of the fields that may be left out; changes the value it is given. */
export type DropNulls = (value: unknown) => void;

interface Field {
  /** It may be left out, and null is none of its values. */
  readonly isDroppable: boolean;
  readonly dropInside: DropNulls;
}

/** Schemas that contain themselves are followed this far. */
const depthMax = 12;

/**
 * Many clients write null for missing values. In an optional field null is the same as leaving the field out, unless
 * its schema gives null a meaning of its own.
 */
export const dropNullsOf = (schemas: Schemas, schema: OpenApiSchema, depth = 0): DropNulls => {
  if (depth > depthMax) return () => undefined;
  const parts = flatten(schemas, schema, depth);
  const items = parts.map((part) => part['items']).find(isSchema);
  const dropInItem = items === undefined ? undefined : dropNullsOf(schemas, items, depth + 1);
  const fields = fieldsOf(schemas, schema, parts, depth);
  return (value) => {
    if (Array.isArray(value)) {
      if (dropInItem !== undefined) value.forEach(dropInItem);
    } else if (typeof value === 'object' && value !== null) dropIn(value as Record<string, unknown>, fields);
  };
};

const dropIn = (object: Record<string, unknown>, fields: ReadonlyMap<string, Field>): void => {
  for (const [name, { isDroppable, dropInside }] of fields) {
    if (object[name] === null && isDroppable) Reflect.deleteProperty(object, name);
    else dropInside(object[name]);
  }
};

const fieldsOf = (
  schemas: Schemas,
  schema: OpenApiSchema,
  parts: readonly OpenApiSchema[],
  depth: number,
): ReadonlyMap<string, Field> => {
  const required = new Set(alwaysRequired(schemas, schema, depth));
  const properties = parts.flatMap((part) => (isSchema(part['properties']) ? Object.entries(part['properties']) : []));
  return new Map(
    properties.flatMap(([name, inner]) => {
      if (!isSchema(inner)) return [];
      const isDroppable = !required.has(name) && !takesNull(flatten(schemas, inner, depth + 1));
      return [[name, { isDroppable, dropInside: dropNullsOf(schemas, inner, depth + 1) }] as const];
    }),
  );
};

/** Leaves out fields that only one of several forms requires: without its null, such a field is reported as missing. */
const alwaysRequired = (schemas: Schemas, schema: OpenApiSchema, depth: number): readonly unknown[] => {
  const { required, allOf } = schemas.resolve(schema);
  const own: readonly unknown[] = Array.isArray(required) ? required : [];
  const all = Array.isArray(allOf) && depth < depthMax ? allOf.filter(isSchema) : [];
  return [...own, ...all.flatMap((part) => alwaysRequired(schemas, part, depth + 1))];
};

/** A schema that says nothing about its values takes null as any other. */
const takesNull = (parts: readonly OpenApiSchema[]): boolean =>
  parts.every((part) => !('type' in part || 'enum' in part || 'const' in part)) ||
  parts.some(
    ({ type, enum: values, const: value }) =>
      [type, values].some(
        (list) => list === 'null' || (Array.isArray(list) && (list.includes('null') || list.includes(null))),
      ) || value === null,
  );
