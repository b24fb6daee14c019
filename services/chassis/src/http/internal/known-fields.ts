import { type OpenApiSchema } from '@repasse/contracts';
import { holdsCardNumber } from '../card-data/card-text';
import { type Schemas } from '../schemas';
import { fieldPath } from './schema-faults';

/** The fields a schema knows of an object. Undefined stands for a value of any content. */
export type KnownFields =
  | { readonly fields: ReadonlyMap<string, KnownFields | undefined>; readonly isOpen: boolean }
  | { readonly items: KnownFields }
  | undefined;

/** Schemas that contain themselves are followed this far. */
const depthMax = 12;

/** Reads the fields a schema names once, at start, so that a request is only compared with a tree. */
export const knownFields = (schemas: Schemas, schema: OpenApiSchema, depth = 0): KnownFields => {
  if (depth > depthMax) return undefined;
  const parts = flatten(schemas, schema, depth);
  const items = parts.map((part) => part['items']).find(isSchema);
  if (items !== undefined) {
    const inner = knownFields(schemas, items, depth + 1);
    return inner === undefined ? undefined : { items: inner };
  }
  const properties = parts.flatMap((part) => (isSchema(part['properties']) ? Object.entries(part['properties']) : []));
  if (properties.length === 0) return undefined;
  return {
    fields: new Map(
      properties.map(([name, inner]) => [name, isSchema(inner) ? knownFields(schemas, inner, depth + 1) : undefined]),
    ),
    // A schema that describes further fields expects them, so they are not ignored.
    isOpen: parts.some(({ additionalProperties: further }) => further === true || isSchema(further)),
  };
};

/** The schema with all schemas combined into it; fields of only one of several forms count as known. */
export const flatten = (schemas: Schemas, schema: OpenApiSchema, depth: number): readonly OpenApiSchema[] => {
  const resolved = schemas.resolve(schema);
  if (depth > depthMax) return [];
  const combined = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const inner = resolved[keyword];
    return Array.isArray(inner) ? inner.filter(isSchema) : [];
  });
  const conditional = [resolved['then'], resolved['else']].filter(isSchema);
  return [resolved, ...[...combined, ...conditional].flatMap((inner) => flatten(schemas, inner, depth + 1))];
};

export const isSchema = (value: unknown): value is OpenApiSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** More are not listed: the header is a hint for a developer, and headers have limits on the way. */
const ignoredFieldsMax = 20;
const fieldCharactersMax = 64;

/** The fields of a body that its schema does not know, as paths, fit to stand in a header. */
export const ignoredFields = (known: KnownFields, body: unknown): readonly string[] => {
  const ignored: string[] = [];
  collect(known, body, [], ignored);
  return ignored;
};

/** The names of a query that no parameter has, fit to stand in a header. */
export const ignoredParameters = (
  known: ReadonlySet<string>,
  given: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.keys(given)
    .filter((name) => !known.has(name))
    .slice(0, ignoredFieldsMax)
    .map((name) => forHeader([name]));

const collect = (known: KnownFields, value: unknown, path: readonly string[], ignored: string[]): void => {
  if (known === undefined || typeof value !== 'object' || value === null) return;
  if ('items' in known) {
    if (Array.isArray(value)) value.forEach((item, at) => collect(known.items, item, [...path, String(at)], ignored));
    return;
  }
  if (Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (ignored.length === ignoredFieldsMax) return;
    if (known.fields.has(name)) collect(known.fields.get(name), inner, [...path, name], ignored);
    else if (!known.isOpen) ignored.push(forHeader([...path, name]));
  }
};

/**
 * Names come from the caller and go into a header: only harmless characters, and not too many. Providers' reports are
 * not refused for card data, so a name may hold a card number, also one that the cut would hide from the check.
 */
const forHeader = (path: readonly string[]): string => {
  const field = fieldPath(path);
  return holdsCardNumber(field) ? '?' : field.slice(0, fieldCharactersMax).replace(/[^\w.[\]-]/g, '?');
};
