import { dereferenced } from '../../typescript/scripts/resources.mjs';
import { literal } from './python.mjs';

const simple = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

const unique = (types) => [...new Set(types)];

/** `None` comes last, and once. */
export const union = (types) => {
  const parts = unique(types.flatMap((type) => type.split(' | ')));
  return [...parts.filter((part) => part !== 'None'), ...parts.filter((part) => part === 'None')].join(' | ');
};

/** Whether it has members of its own; of an `allOf`, whether any part has. */
export const isObject = (document, schema) => {
  if (schema.properties !== undefined) return true;
  return (schema.allOf ?? []).some((part) => isObject(document, dereferenced(document, part)));
};

/** The members of an object and of all that it is made of. */
export const membersOf = (document, schema) => {
  const parts = (schema.allOf ?? []).map((part) => membersOf(document, dereferenced(document, part)));
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: unique([...parts.flatMap(({ required }) => required), ...(schema.required ?? [])]),
    description: schema.description ?? parts[0]?.description,
  };
};

/**
 * The Python type of a schema. `names` gives the name of a component, and a class for an object without a name of its own,
 * for which `place` says where it was found.
 */
export const typeOf = (document, names, schema, place) => {
  if (schema.$ref !== undefined) return names.ofComponent(schema.$ref.split('/').at(-1));
  const choices = schema.oneOf ?? (schema.type === undefined ? schema.anyOf : undefined);
  if (choices !== undefined) return unionOf(document, names, choices, place);
  if (schema.allOf?.length === 1 && schema.properties === undefined) {
    return typeOf(document, names, schema.allOf[0], place);
  }
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum !== undefined) return openEnum(schema);
  const types = [schema.type ?? (isObject(document, schema) ? 'object' : 'any')].flat();
  return union(types.map((type) => typeNamed(document, names, type, schema, place)));
};

/** A type of each choice. Where a word in them tells objects apart, those that are newer than the package pass as they are. */
const unionOf = (document, names, choices, place) => {
  const types = choices.map((choice) => typeOf(document, names, choice, place));
  const objects = choices
    .map((choice) => dereferenced(document, choice))
    .filter((choice) => isObject(document, choice));
  const isToldApart = objects.length > 1 && objects.every((each) => hasConstant(document, each));
  return union([...types, ...(isToldApart ? ['dict[str, Any]'] : [])]);
};

const hasConstant = (document, schema) =>
  Object.values(membersOf(document, schema).properties).some((property) => property.const !== undefined);

/** Values that are newer than the package pass. */
const openEnum = ({ enum: values, type }) =>
  union([
    literal(values.filter((value) => value !== null)),
    ...[type]
      .flat()
      .filter((each) => each !== 'null')
      .map((each) => simple[each]),
    ...(values.includes(null) || [type].flat().includes('null') ? ['None'] : []),
  ]);

const typeNamed = (document, names, type, schema, place) => {
  if (simple[type] !== undefined) return simple[type];
  if (type === 'null') return 'None';
  if (type === 'array') {
    return `list[${schema.items === undefined ? 'Any' : typeOf(document, names, schema.items, `${place}Item`)}]`;
  }
  if (type !== 'object') return 'Any';
  if (isObject(document, schema)) return names.ofInline(schema, place);
  const { additionalProperties: values } = schema;
  const value = typeof values === 'object' ? typeOf(document, names, values, `${place}Value`) : 'Any';
  return `dict[str, ${value}]`;
};
