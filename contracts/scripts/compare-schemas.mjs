/**
 * The allowed changes of a published contract. An optional field may be added to a closed object, an event to the
 * catalogue, a topic or a problem code to its list. Any other change, also of words, breaks what readers were promised:
 * a description says in which unit a number is. It becomes a `.v2` beside the `.v1`. Of lists of values only those named
 * here may gain one, since readers were told so.
 */
const growingLists = new Set(['paymentMethod']);

/** Compared member by member below, or not part of the contract; every other keyword must stay as it is. */
const passedOver = new Set(['properties', 'required', 'items', '$comment']);

/** Every fault between two versions of one schema, as sentences. Empty when the change is compatible. */
export const compareSchemas = (before, after, at = '') => [
  ...keywordFaults(before, after, at),
  ...requiredFaults(before, after, at),
  ...Object.keys(before.properties ?? {}).flatMap((name) => keptFieldFaults(before, after, at, name)),
  ...Object.keys(after.properties ?? {}).flatMap((name) => newFieldFaults(before, after, at, name)),
  ...itemsFaults(before, after, at),
];

const keywordFaults = (before, after, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((keyword) => !passedOver.has(keyword) && !isSame(before[keyword], after[keyword]))
    .filter((keyword) => keyword !== 'enum' || !hasGrown(before.enum, after.enum, at))
    .map((keyword) => `${named(at)}: ${keyword} was ${shown(before[keyword])} and is ${shown(after[keyword])}`);

const hasGrown = (was, is, at) =>
  growingLists.has(at.slice(at.lastIndexOf('.') + 1)) && is !== undefined && was?.every((value) => is.includes(value));

export const isSame = (was, is) => JSON.stringify(was) === JSON.stringify(is);

const requiredFaults = (before, after, at) => {
  const [was, is] = [before.required ?? [], after.required ?? []];
  const dropped = was.filter((name) => !is.includes(name) && after.properties?.[name] !== undefined);
  const demanded = is.filter((name) => !was.includes(name) && before.properties?.[name] !== undefined);
  return [
    ...dropped.map((name) => `${join(at, name)}: was required and is optional`),
    ...demanded.map((name) => `${join(at, name)}: was optional and is required`),
  ];
};

const keptFieldFaults = (before, after, at, name) => {
  const field = after.properties?.[name];
  if (field === undefined) return [`${join(at, name)}: is gone`];
  return compareSchemas(before.properties[name], field, join(at, name));
};

const newFieldFaults = (before, after, at, name) => {
  if (before.properties?.[name] !== undefined) return [];
  if (after.required?.includes(name)) return [`${join(at, name)}: is new and required`];
  if (before.additionalProperties !== false) return [`${join(at, name)}: is new in an object that is not closed`];
  return [];
};

const itemsFaults = (before, after, at) => {
  if (before.items === undefined && after.items === undefined) return [];
  if (before.items === undefined || after.items === undefined) return [`${named(at)}: items came or went`];
  return compareSchemas(before.items, after.items, `${at}[]`);
};

/** Topics keep their owner, their key and the way they are cut: another partition count would break the order of keys. */
export const compareTopics = (before, after) =>
  before.flatMap((topic) => {
    const now = after.find(({ name }) => name === topic.name);
    if (now === undefined) return [`topic ${topic.name}: is gone`];
    return ['owner', 'key', 'partitions']
      .filter((member) => topic[member] !== now[member])
      .map((member) => `topic ${topic.name}: ${member} was ${shown(topic[member])} and is ${shown(now[member])}`);
  });

/** Callers branch on a code and its status, so neither changes; titles and meanings may be worded better. */
export const compareProblemCodes = (before, after) =>
  before.flatMap(({ code, status }) => {
    const now = after.find((each) => each.code === code);
    if (now === undefined) return [`problem code ${code}: is gone`];
    return now.status === status ? [] : [`problem code ${code}: status was ${status} and is ${now.status}`];
  });

/** Every fault between two versions of all the contracts: `{schemas: {name: schema}, topics, problemCodes}`. */
export const compareContracts = (before, after) => [
  ...Object.entries(before.schemas).flatMap(([name, schema]) => {
    const now = after.schemas[name];
    if (now === undefined) return [`${name}: is gone`];
    return compareSchemas(schema, now).map((fault) => `${name}: ${fault}`);
  }),
  ...compareTopics(before.topics, after.topics),
  ...compareProblemCodes(before.problemCodes, after.problemCodes),
];

const join = (at, name) => (at === '' ? name : `${at}.${name}`);

const named = (at) => (at === '' ? 'the event' : at);

export const shown = (value) => (value === undefined ? 'absent' : JSON.stringify(value));
