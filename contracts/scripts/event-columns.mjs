/**
 * The fields of an event as the guide for data teams shows them: in the order of the schema, those of an object or of a
 * list's items behind it, with the column that a view gives each of the first level.
 */
export const columnsOf = ({ properties, required = [] }, path = '') =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const field = {
      path: path + name,
      name,
      column: snakeCase(name),
      kind: kindOf(schema),
      description: schema.description ?? '',
      unit: unitOf(name, schema),
      isOptional: !required.includes(name),
      isNullable: [schema.type].flat().includes('null'),
      values: schema.enum?.filter((value) => value !== null),
      items: itemsOf(schema),
    };
    return [field, ...innerFields(field, schema)];
  });

/** Fields of the event itself, which a row of its view has. */
export const isOfFirstLevel = ({ path }) => !/[.[]/.test(path);

const innerFields = ({ path, items }, schema) => {
  if (items !== undefined) return columnsOf(items, `${path}[].`);
  return schema.properties === undefined ? [] : columnsOf(schema, `${path}.`);
};

/** The schema of a list's items, where they are objects. */
const itemsOf = ({ items }) => (items?.properties === undefined ? undefined : items);

export const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const kindOf = (schema) => {
  const type = [schema.type].flat().find((one) => one !== 'null');
  return type === 'string' && isTime(schema) ? 'time' : type;
};

const isTime = ({ pattern }) => pattern?.startsWith(String.raw`^\d{4}-`) ?? false;

const units = { Minor: 'minor units', Bps: 'basis points', Ms: 'ms', TenThousandths: '1/10,000 of a minor unit' };

const unitOf = (name, schema) => {
  if (isTime(schema)) return 'UTC';
  return Object.entries(units).find(([suffix]) => name.endsWith(suffix))?.[1] ?? '';
};
