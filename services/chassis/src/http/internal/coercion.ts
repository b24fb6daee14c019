import { type OpenApiParameter } from '@repasse/contracts';
import { type Schemas } from '../schemas';

type Given = Readonly<Record<string, unknown>>;

/**
 * Parameters arrive as text. Those described as numbers, booleans or lists are converted where the text is plainly one;
 * others stay text, and the schema then names the expected type. Stricter than the validator's own coercion, which
 * takes 0x10 and 1e3 for numbers. A query parameter whose words are all in capitals takes them in any case.
 */
export const coercion = (
  schemas: Schemas,
  parameters: readonly OpenApiParameter[],
): ((given: Given) => Record<string, unknown>) => {
  const byName = parameters.map((parameter) => [parameter.name, converterFor(schemas, parameter)] as const);
  return (given) => {
    const values: Record<string, unknown> = {};
    for (const [name, convert] of byName) {
      const value = given[name];
      if (value !== undefined) values[name] = convert(value);
    }
    return values;
  };
};

type Convert = (value: unknown) => unknown;

const converterFor = (schemas: Schemas, parameter: OpenApiParameter): Convert => {
  const { type, enum: words } = schemas.resolve(parameter.schema);
  return parameter.in === 'query' && isInCapitals(words) ? toCapitals : converterOf(type);
};

const isInCapitals = (words: unknown): boolean =>
  Array.isArray(words) && words.every((word) => typeof word === 'string' && /^[A-Z0-9_]+$/.test(word));

const toCapitals: Convert = (value) => (typeof value === 'string' ? value.toUpperCase() : value);

const converterOf = (type: unknown): Convert => {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('integer') || types.includes('number')) return toNumber;
  if (types.includes('boolean')) return toTruth;
  if (types.includes('array')) return toList;
  return (value) => value;
};

/** Ids reach 2^53-1; a larger number would change on its way, so it stays text and is refused. */
const toNumber = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^-?\d{1,16}(\.\d{1,10})?$/.test(value)) return value;
  const number = Number(value);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
};

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const toTruth = (value: unknown): unknown => {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
};
