import Ajv, { type ValidateFunction } from 'ajv';

/**
 * The needed part of another system's JSON: a JSON Schema and the type it describes. Unnamed fields pass, since other
 * systems may add some at any time.
 */
export interface Schema<T> {
  readonly json: object;
  readonly isOptional?: boolean;
  /** Never there: it carries the type alone. */
  readonly type?: T;
}

/** The body is not in the expected form, so no conclusion may be drawn from it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export const text: Schema<string> = { json: { type: 'string', minLength: 1 } };
export const time: Schema<string> = { json: { type: 'string', format: 'time' } };
export const integerFrom = (minimum: number): Schema<number> => ({
  json: { type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER },
});
export const integer = integerFrom(Number.MIN_SAFE_INTEGER);
export const anything: Schema<unknown> = { json: {}, isOptional: true };

export const pattern = (expression: RegExp): Schema<string> => ({
  json: { type: 'string', pattern: expression.source },
});

export const listOf = <T>(items: Schema<T>): Schema<T[]> => ({ json: { type: 'array', items: items.json } });

/** A list, or a lone object where some systems write one. */
export const oneOrMany = <T>(items: Schema<T>): Schema<T | T[] | null | undefined> => ({
  json: { anyOf: [{ type: 'null' }, { type: 'array', items: items.json }, items.json] },
  isOptional: true,
});
export const many = <T>(value: T | T[] | null | undefined): readonly T[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

/** May be missing or null, and must be readable otherwise. */
export const optional = <T>(schema: Schema<T>): Schema<T | null | undefined> => ({
  json: { anyOf: [{ type: 'null' }, schema.json] },
  isOptional: true,
});

/** Undefined when it is missing or of another form: an optional field must not make the money beside it unreadable. */
export const lenient = <T>(schema: Schema<T>): Schema<T | undefined> => ({
  json: { orUndefined: schema.json },
  isOptional: true,
});

type Shape<Fields> = { readonly [Name in keyof Fields]: Fields[Name] extends Schema<infer T> ? T : never };

export const object = <Fields extends Readonly<Record<string, Schema<unknown>>>>(
  fields: Fields,
): Schema<Shape<Fields>> => {
  const entries = Object.entries(fields);
  return {
    json: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, { json }]) => [name, json])),
      required: entries.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name),
    },
  };
};

/** Reads a body, or throws Unreadable rather than guess. */
export const reader = <T>(name: string, schema: Schema<T>): ((body: unknown) => T) => {
  const validate = ajv.compile<T>(schema.json);
  return (body) => {
    // A copy, because lenient fields are blanked in it.
    const read: unknown = structuredClone(body);
    if (validate(read)) return read;
    throw new Unreadable(ajv.errorsText(validate.errors, { dataVar: name }));
  };
};

/** The same for bodies of any form: undefined when the schema does not match. */
export const matcher = <T>(schema: Schema<T>): ((body: unknown) => T | undefined) => {
  const validate = ajv.compile<T>(schema.json);
  return (body) => {
    const read: unknown = structuredClone(body);
    return validate(read) ? read : undefined;
  };
};

const ajv = new Ajv({ allowUnionTypes: true, formats: { time: (value) => !Number.isNaN(Date.parse(value)) } });

ajv.addKeyword({
  keyword: 'orUndefined',
  schemaType: 'object',
  modifying: true,
  errors: false,
  compile: (inner: object) => {
    const validate: ValidateFunction = ajv.compile(inner);
    return (value, at) => {
      if (at !== undefined && !validate(value)) Object.assign(at.parentData, { [at.parentDataProperty]: undefined });
      return true;
    };
  },
});

/** A time of any spelling in ours (ISO 8601, UTC, milliseconds). */
export const toTime = (value: string): string => new Date(value).toISOString();
