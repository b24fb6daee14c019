/**
 * Makes the schema of an event from its source and the shared fields of events/fields.yaml: closed, and without any
 * reference to another file. Throws on a name that fields.yaml lacks.
 */
export const eventSchema = (name, { type, description, since, fields }, shared) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: `urn:repasse:event:${type}`,
  title: name,
  description,
  $comment: `Since ${since}.`,
  ...closedObject(fields, shared),
});

const closedObject = (entries, shared) => {
  const fields = [...fieldsOf(entries, shared)];
  return {
    type: 'object',
    additionalProperties: false,
    required: fields.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, { definition }]) => [name, schemaOf(definition, shared)])),
  };
};

/** The fields by name, in order. A later entry changes an earlier one of its name and leaves it in its place. */
const fieldsOf = (entries, shared) => {
  const fields = new Map();
  for (const [key, entry] of Object.entries(entries)) {
    const group = /^\.\.\.(.+)$/.exec(key)?.[1];
    if (group !== undefined) {
      for (const [name, field] of fieldsOf(named(shared.groups, 'group', group), shared)) fields.set(name, field);
      continue;
    }
    const name = key.replace(/\?$/, '');
    const definition = changed(name, fields.get(name)?.definition ?? shared.fields[name], entry);
    fields.set(name, { definition, isOptional: key.endsWith('?') });
  }
  return fields;
};

/** A text replaces the description, a definition with a type of its own everything, any other what it mentions. */
const changed = (name, definition, entry) => {
  const change = typeof entry === 'string' ? { description: entry } : (entry ?? {});
  if (change.is !== undefined || change.type !== undefined) return change;
  if (definition === undefined) throw new Error(`fields.yaml has no field called ${name}.`);
  return { ...definition, ...change };
};

const schemaOf = ({ is, nullable = false, description, items, fields, ...keywords }, shared) => {
  const base = is === undefined ? {} : typeNamed(is, shared);
  const { description: _, ...rest } = {
    ...base,
    ...(fields !== undefined && closedObject(fields, shared)),
    ...keywords,
    ...(items !== undefined && { items: schemaOf(items, shared) }),
  };
  const { title, ...schema } = nullable ? orNull(rest) : rest;
  const words = [description, base.description].filter(Boolean).join(' ');
  return { ...(title !== undefined && { title }), ...(words !== '' && { description: words }), ...schema };
};

/** An object carries the name of its type, by which the generated TypeScript calls it. */
const typeNamed = (name, shared) => {
  const definition = named(shared.types, 'type', name);
  const schema = schemaOf(definition, shared);
  return definition.fields === undefined ? schema : { title: name, ...schema };
};

const orNull = ({ enum: values, ...schema }) => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(values !== undefined && { enum: [...values, null] }),
});

const named = (definitions, kind, name) => {
  if (definitions[name] === undefined) throw new Error(`fields.yaml has no ${kind} called ${name}.`);
  return definitions[name];
};
