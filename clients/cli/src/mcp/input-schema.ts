import { type FieldFault, ToolError } from './tool-error';

interface TextProperty {
  readonly type: 'string';
  readonly description: string;
  readonly maxLength: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

interface NumberProperty {
  readonly type: 'integer';
  readonly description: string;
  readonly minimum: number;
  readonly maximum: number;
}

interface FlagProperty {
  readonly type: 'boolean';
  readonly description: string;
}

export type Property = TextProperty | NumberProperty | FlagProperty;
export type Properties = Readonly<Record<string, Property>>;

/** The part of JSON Schema that inputs of tools need. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Properties;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

type ValueOf<One> = One extends { readonly type: 'integer' }
  ? number
  : One extends { readonly type: 'boolean' }
    ? boolean
    : One extends { readonly enum: readonly (infer Choice)[] }
      ? Choice
      : string;

/** An input that keeps to its schema. */
export type InputOf<All, Required extends keyof All> = {
  readonly [Name in Required]: ValueOf<All[Name]>;
} & { readonly [Name in Exclude<keyof All, Required>]?: ValueOf<All[Name]> };

/** Throws every fault of an input at once, so that a model mends them in one go. */
export const checkInput = ({ properties, required }: InputSchema, input: Readonly<Record<string, unknown>>): void => {
  const errors: FieldFault[] = [];
  for (const field of required) if (!Object.hasOwn(input, field)) errors.push({ field, message: 'is missing.' });
  for (const [field, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, field) ? properties[field] : undefined;
    const message =
      property === undefined
        ? `is not known; there are ${Object.keys(properties).join(', ')}.`
        : faultOf(property, value);
    // The name is the caller's own: it comes back cut.
    if (message !== undefined) errors.push({ field: field.slice(0, fieldNameMax), message });
  }
  if (errors.length === 0) return;
  throw new ToolError('request.invalid', 'The input breaks rules of its schema.', {
    errors: errors.slice(0, errorsMax),
  });
};

/** As many as a model reads; more of them are no mistake of a name but another tool's input. */
const errorsMax = 30;
const fieldNameMax = 60;

const faultOf = (property: Property, value: unknown): string | undefined => {
  if (property.type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false.';
  return property.type === 'integer' ? faultOfNumber(property, value) : faultOfText(property, value);
};

const faultOfNumber = ({ minimum, maximum }: NumberProperty, value: unknown): string | undefined =>
  Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum
    ? undefined
    : `must be a whole number from ${String(minimum)} to ${String(maximum)}.`;

const faultOfText = (property: TextProperty, value: unknown): string | undefined => {
  const { minLength = 1, maxLength, pattern, enum: choices } = property;
  if (typeof value !== 'string') return 'must be a text.';
  if (choices !== undefined && !choices.includes(value)) return `must be one of ${choices.join(', ')}.`;
  if (value.length < minLength || value.length > maxLength)
    return `must have from ${String(minLength)} to ${String(maxLength)} characters.`;
  return pattern === undefined || new RegExp(pattern, 'u').test(value) ? undefined : `must match ${pattern}.`;
};
