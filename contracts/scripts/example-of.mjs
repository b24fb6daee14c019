import { flat } from './compare-http-schemas.mjs';

/** One value of a schema, to be changed by hand: its example where it has one, and of an object what is required. */
export const exampleOf = ({ components }, schema) => {
  const { examples, enum: values, const: single, default: usual, oneOf, anyOf, ...rest } = flat({ schema, components });
  const [example] = examples ?? values ?? [];
  if (example !== undefined) return example;
  if (single !== undefined) return single;
  if (usual !== undefined) return usual;
  const [variant] = oneOf ?? anyOf ?? [];
  if (variant !== undefined && rest.properties === undefined) return exampleOf({ components }, variant);
  return valueOfType({ components }, rest);
};

const valueOfType = (description, { type, properties = {}, required = [], items, minimum = 0 }) => {
  const [kind] = [type].flat();
  if (kind === 'object') {
    const members = required.map((name) => [name, exampleOf(description, properties[name] ?? {})]);
    return Object.fromEntries(members);
  }
  if (kind === 'array') return items === undefined ? [] : [exampleOf(description, items)];
  if (kind === 'integer' || kind === 'number') return minimum;
  return kind === 'boolean' ? true : '';
};
