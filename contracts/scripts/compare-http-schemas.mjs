/**
 * The allowed changes of a schema of HTTP, by who writes what it describes. Of a request, everything that was taken must be
 * taken still. In an answer, everything that was promised must come still; members and values may join, which readers were
 * told. Words may change: unlike in an event, a description here is no promise of its own.
 */
import { isSame, shown } from './compare-schemas.mjs';

const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const conditions = ['if', 'then', 'else', 'not'];

/**
 * Every fault between two versions of one schema, as sentences. A side is `{schema, components}`; `seen` has the pairs of
 * names that are being compared already, since a schema may hold itself.
 */
export const compareHttpSchemas = (before, after, direction, at, seen = new Set()) => {
  const pair = `${before.schema?.$ref} ${after.schema?.$ref}`;
  if (before.schema?.$ref !== undefined && after.schema?.$ref !== undefined) {
    if (seen.has(pair)) return [];
    seen = new Set([...seen, pair]);
  }
  const [was, is] = [flat(before), flat(after)];
  const within = (schemaBefore, schemaAfter, place) =>
    compareHttpSchemas({ ...before, schema: schemaBefore }, { ...after, schema: schemaAfter }, direction, place, seen);
  return [
    ...typeFaults(was, is, direction, at),
    ...(direction === 'request' ? narrowedFaults(was, is, at) : loosenedFaults(was, is, at)),
    ...memberFaults(was, is, direction, at, within),
    ...partFaults(was, is, at, within),
    ...variantFaults({ was, is, direction, at, within, before, after }),
  ];
};

export const resolved = ({ schema, components }) => {
  let node = schema;
  while (node?.$ref !== undefined) {
    const [kind, name] = node.$ref.slice('#/components/'.length).split('/');
    node = components[kind]?.[name];
  }
  return node ?? {};
};

/** With what it refers to and what its `allOf` adds: writing a schema another way is no change. */
export const flat = ({ schema, components }) => {
  const { allOf = [], ...own } = resolved({ schema, components });
  return allOf
    .map((part) => flat({ schema: part, components }))
    .reduce(
      (whole, part) => ({
        ...{ ...part, ...whole },
        ...(whole.properties || part.properties ? { properties: { ...part.properties, ...whole.properties } } : {}),
        ...(whole.required || part.required
          ? { required: [...new Set([...(whole.required ?? []), ...(part.required ?? [])])] }
          : {}),
      }),
      own,
    );
};

const typesOf = ({ type }) => (type === undefined ? undefined : [type].flat());

const allows = (types, type) =>
  types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'));

const typeFaults = (was, is, direction, at) => {
  const [wide, narrow] = direction === 'request' ? [typesOf(is), typesOf(was)] : [typesOf(was), typesOf(is)];
  const fits = narrow === undefined ? wide === undefined : narrow.every((type) => allows(wide, type));
  return fits ? [] : [`${at}: type was ${shown(was.type)} and is ${shown(is.type)}`];
};

const valuesOf = (schema) => schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

/** Listed texts may become any text within limits that each of them keeps. */
const fitsAll = (was, keeps) => valuesOf(was)?.every((value) => typeof value === 'string' && keeps(value)) === true;

const narrowedFaults = (was, is, at) => {
  const changed = (keyword) => `${at}: ${keyword} was ${shown(was[keyword])} and is ${shown(is[keyword])}`;
  const tighter = (keyword, sign) =>
    is[keyword] !== undefined && (was[keyword] === undefined || sign * (was[keyword] - is[keyword]) > 0);
  const values = valuesOf(is);
  const isLongFor = (keyword) => keyword === 'maxLength' && fitsAll(was, (value) => value.length <= is.maxLength);
  const isShortFor = (keyword) => keyword === 'minLength' && fitsAll(was, (value) => value.length >= is.minLength);
  const lost = values && (valuesOf(was)?.filter((value) => !values.includes(value)) ?? ['any other']);
  const otherRules = ['pattern', 'format', ...conditions].filter(
    (keyword) => is[keyword] !== undefined && !isSame(withoutWords(was[keyword]), withoutWords(is[keyword])),
  );
  return [
    ...(lost ?? []).map((value) => `${at}: ${shown(value)} is no longer taken`),
    ...upperLimits.filter((keyword) => tighter(keyword, 1) && !isLongFor(keyword)).map(changed),
    ...lowerLimits.filter((keyword) => tighter(keyword, -1) && !isShortFor(keyword)).map(changed),
    ...otherRules.map(changed),
    ...(is.uniqueItems === true && was.uniqueItems !== true ? [changed('uniqueItems')] : []),
    ...(is.additionalProperties === false && was.additionalProperties !== false
      ? [changed('additionalProperties')]
      : []),
  ];
};

/** Of what comes, a reader relies on the form of a text and on a list of values being one. */
const loosenedFaults = (was, is, at) => [
  ...(was.format !== undefined && was.format !== is.format
    ? [`${at}: format was ${shown(was.format)} and is ${shown(is.format)}`]
    : []),
  ...(valuesOf(was) !== undefined && valuesOf(is) === undefined ? [`${at}: its values are no longer listed`] : []),
];

const withoutWords = (node) => {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(withoutWords);
  const kept = Object.entries(node).filter(([name]) => name !== 'description' && name !== 'examples');
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutWords(value)]));
};

const memberFaults = (was, is, direction, at, within) => {
  const [old, now] = [was.properties ?? {}, is.properties ?? {}];
  const isRequired = (schema, name) => schema.required?.includes(name) === true;
  const kept = Object.keys(old).flatMap((name) => {
    const place = `${at}.${name}`;
    if (now[name] === undefined) return [`${place}: is gone`];
    const demanded = direction === 'request' && !isRequired(was, name) && isRequired(is, name);
    const dropped = direction === 'answer' && isRequired(was, name) && !isRequired(is, name);
    return [
      ...(demanded ? [`${place}: was optional and is required`] : []),
      ...(dropped ? [`${place}: was always there and is optional`] : []),
      ...within(old[name], now[name], place),
    ];
  });
  const added = Object.keys(now).filter((name) => old[name] === undefined && isRequired(is, name));
  return [...kept, ...(direction === 'request' ? added.map((name) => `${at}.${name}: is new and required`) : [])];
};

const partFaults = (was, is, at, within) => [
  ...(was.items && is.items ? within(was.items, is.items, `${at}[]`) : []),
  ...(typeof was.additionalProperties === 'object' && typeof is.additionalProperties === 'object'
    ? within(was.additionalProperties, is.additionalProperties, `${at}.*`)
    : []),
];

/** Those of a variant that only has variants itself stand among the others: to group them is no change. */
const variantsOf = ({ oneOf, anyOf }, components) =>
  (oneOf ?? anyOf)?.flatMap((schema) => {
    const variant = resolved({ schema, components });
    return (variant.properties === undefined && variantsOf(variant, components)) || [schema];
  });

/** One thing more that is taken, or one thing less that comes, breaks nobody. Null is no thing that readers expect. */
const variantFaults = ({ was, is, direction, at, within, before, after }) => {
  const [old, now] = [variantsOf(was, before.components), variantsOf(is, after.components)];
  if (old === undefined && now === undefined) return [];
  if (old === undefined || now === undefined) {
    const isWidened = direction === 'request' ? old === undefined : now === undefined;
    const [single, many] = old === undefined ? [bare(was), now] : [bare(is), old];
    const faults = many.map((each) => (old === undefined ? within(single, each, at) : within(each, single, at)));
    return isWidened && faults.some((each) => each.length === 0) ? [] : [`${at}: its variants came or went`];
  }
  const keys = (side, variants) => variants.map((schema, index) => keyOf({ ...side, schema }, index));
  const [oldKeys, newKeys] = [keys(before, old), keys(after, now)];
  const gone = direction === 'request' ? oldKeys.filter((key) => !newKeys.includes(key)) : [];
  const nulled = direction === 'answer' && newKeys.includes('null') && !oldKeys.includes('null');
  return [
    ...gone.map((key) => `${at}: the variant ${key} is no longer taken`),
    ...(nulled ? [`${at}: may be null now`] : []),
    ...old.flatMap((schema, index) => {
      const there = newKeys.indexOf(oldKeys[index]);
      return there === -1 ? [] : within(schema, now[there], `${at}<${oldKeys[index]}>`);
    }),
  ];
};

const bare = ({ oneOf, anyOf, ...rest }) => rest;

/** By which a variant is known again: its name, the one value of a member, its type, or else its place. */
const keyOf = (side, index) => {
  if (side.schema.$ref !== undefined) return side.schema.$ref.split('/').at(-1);
  const schema = flat(side);
  if (schema.type === 'null') return 'null';
  if (schema.const !== undefined) return shown(schema.const);
  const single = Object.entries(schema.properties ?? {}).find(([, { const: value }]) => value !== undefined);
  if (single !== undefined) return `${single[0]}=${single[1].const}`;
  return schema.required?.join(',') ?? schema.type?.toString() ?? String(index);
};
