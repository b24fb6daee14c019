import { type ErrorObject } from 'ajv';

/** Numbers and lists of the keyword that was broken; which of them are there depends on the keyword. */
interface Params {
  readonly limit?: number;
  readonly multipleOf?: number;
  readonly allowedValues?: readonly unknown[];
  readonly allowedValue?: unknown;
  readonly type?: string | readonly string[];
  readonly format?: string;
}

/** A sentence for a person, without the words of JSON Schema. A schema may bring its own as `x-message`. */
export const messageOf = ({ keyword, params, parentSchema }: ErrorObject): string => {
  const own = (parentSchema as { readonly 'x-message'?: unknown } | undefined)?.['x-message'];
  // A length limit says more than the field's general form.
  if (typeof own === 'string' && keyword !== 'required' && keyword !== 'maxLength') return own;
  return messages[keyword]?.(params as Params) ?? 'does not have the expected form.';
};

const messages: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is required.',
  dependentRequired: () => 'is required here.',
  additionalProperties: () => 'is not known here.',
  unevaluatedProperties: () => 'is not known here.',
  type: ({ type }) => `must be ${typeNames(type)}.`,
  enum: ({ allowedValues = [] }) => `must be one of ${allowedValues.map(String).filter(isWord).join(', ')}.`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}.`,
  minimum: ({ limit }) => `must be at least ${limit ?? 0}.`,
  maximum: ({ limit }) => `must be at most ${limit ?? 0}.`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit ?? 0}.`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit ?? 0}.`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf ?? 1}.`,
  minLength: ({ limit = 0 }) => (limit === 1 ? 'must not be empty.' : `must have at least ${limit} characters.`),
  maxLength: ({ limit = 0 }) => `must have at most ${limit} characters.`,
  minItems: ({ limit = 0 }) => `must have at least ${limit} ${limit === 1 ? 'item' : 'items'}.`,
  maxItems: ({ limit = 0 }) => `must have at most ${limit} ${limit === 1 ? 'item' : 'items'}.`,
  minProperties: ({ limit = 0 }) => `must have at least ${limit} ${limit === 1 ? 'field' : 'fields'}.`,
  maxProperties: ({ limit = 0 }) => `must have at most ${limit} ${limit === 1 ? 'field' : 'fields'}.`,
  uniqueItems: () => 'must not name the same item twice.',
  pattern: () => 'does not have the expected form.',
  format: ({ format = '' }) => `must be ${formatNames[format] ?? `a valid ${format}`}.`,
  oneOf: () => 'has none of the allowed forms.',
  anyOf: () => 'has none of the allowed forms.',
};

/** An empty text may be allowed; leaving the field out says the same. */
const isWord = (value: string): boolean => value !== '';

const typeNames = (type: Params['type']): string => {
  const types = typeof type === 'string' ? type.split(',') : (type ?? []);
  return types.map((name) => readableTypes[name] ?? name).join(' or ');
};

const readableTypes: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'an ISO 8601 date and time with its offset, from 1900 to 9999, such as 2026-01-31T12:00:00-03:00',
  date: 'a date from 1900 to 9999, such as 2026-01-31',
  email: 'an e-mail address',
  'idn-email': 'an e-mail address',
  uri: 'an address that begins with https:// or http://, without blanks, user name, password or port 0',
  'uri-reference': 'a URL',
  'visible-text': 'a text that can be seen',
  'holder-name': 'the name on the card, in Latin letters',
  document: 'a CPF or a CNPJ whose check digits hold',
  uuid: 'a UUID',
  byte: 'base64',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
};
