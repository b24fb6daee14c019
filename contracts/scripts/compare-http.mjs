/** The allowed changes of an operation: it may take more, answer more and ask for less. See compare-http-schemas.mjs, too. */
import { shown } from './compare-schemas.mjs';
import { compareHttpSchemas, resolved } from './compare-http-schemas.mjs';

/** Every fault between two descriptions, as sentences. A side is `{paths, webhooks, components}`. */
export const compareHttp = (before, after) => [
  ...stepUpFaults(before, after),
  ...operationsOf(before.paths).flatMap(([name, operation]) => {
    const now = Object.fromEntries(operationsOf(after.paths))[name];
    if (now === undefined) return [`${name}: is gone`];
    return operationFaults(sideOf(operation, before), sideOf(now, after)).map((fault) => `${name}: ${fault}`);
  }),
  ...Object.entries(before.webhooks ?? {}).flatMap(([name, { post }]) => {
    const now = after.webhooks?.[name]?.post;
    if (now === undefined) return [`webhook ${name}: is gone`];
    const [was, is] = [sideOf(post, before), sideOf(now, after)];
    return contentFaults(bodyOf(was), bodyOf(is), 'answer', 'body').map((fault) => `webhook ${name}: ${fault}`);
  }),
];

/** People alone are asked for a second factor. A release where no operation did had keys only, which are not asked. */
const stepUpFaults = (before, after) => {
  const asking = ({ paths }) =>
    operationsOf(paths).flatMap(([name, each]) => (each['x-step-up'] === true ? [name] : []));
  const [old, now] = [asking(before), asking(after)];
  const known = new Set(operationsOf(before.paths).map(([name]) => name));
  if (old.length === 0) return [];
  const added = now.filter((name) => known.has(name) && !old.includes(name));
  return added.map((name) => `${name}: asks for a second factor now`);
};

const operationsOf = (paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  );

const sideOf = (node, { components }) => ({ node, components });

/** What a side refers to, as a side of its own. */
const sideAt = ({ components }, node) => ({ node: resolved({ schema: node, components }), components });

const operationFaults = (before, after) => {
  const [was, is] = [before.node, after.node];
  return [
    ...(was.operationId === is.operationId ? [] : [`operationId was ${was.operationId} and is ${is.operationId}`]),
    ...parameterFaults(before, after),
    ...bodyFaults(before, after),
    ...answerFaults(before, after),
    ...accessFaults(was, is),
  ];
};

const parametersOf = (side) =>
  new Map(
    (side.node.parameters ?? []).map((each) => {
      const { node } = sideAt(side, each);
      return [`${node.in} ${node.name}`, node];
    }),
  );

const parameterFaults = (before, after) => {
  const [old, now] = [parametersOf(before), parametersOf(after)];
  const added = [...now].filter(([name, { required }]) => !old.has(name) && required === true);
  return [
    ...added.map(([name]) => `${name}: is new and required`),
    ...[...old].flatMap(([name, was]) => {
      const is = now.get(name);
      if (is === undefined) return [`${name}: is gone`];
      const demanded = is.required === true && was.required !== true;
      return [
        ...(demanded ? [`${name}: was optional and is required`] : []),
        ...schemaFaults({ ...before, node: was }, { ...after, node: is }, 'request', name),
      ];
    }),
  ];
};

const schemaFaults = (before, after, direction, at) =>
  compareHttpSchemas(
    { schema: before.node.schema ?? {}, components: before.components },
    { schema: after.node.schema ?? {}, components: after.components },
    direction,
    at,
  );

const bodyOf = (side) => sideAt(side, side.node.requestBody ?? {});

const bodyFaults = (before, after) => {
  const [was, is] = [bodyOf(before), bodyOf(after)];
  const demanded = is.node.required === true && was.node.required !== true;
  return [...(demanded ? ['body: was optional and is required'] : []), ...contentFaults(was, is, 'request', 'body')];
};

const contentFaults = (before, after, direction, at) =>
  Object.entries(before.node.content ?? {}).flatMap(([type, was]) => {
    const is = after.node.content?.[type];
    if (is === undefined) return [`${at}: ${type} is gone`];
    return schemaFaults({ ...before, node: was }, { ...after, node: is }, direction, at);
  });

const answerFaults = (before, after) =>
  Object.entries(before.node.responses).flatMap(([status, response]) => {
    const there = after.node.responses[status];
    if (there === undefined) return [`${status}: is gone`];
    const [was, is] = [sideAt(before, response), sideAt(after, there)];
    const headers = Object.keys(was.node.headers ?? {}).filter((name) => is.node.headers?.[name] === undefined);
    return [...headers.map((name) => `${status}: header ${name} is gone`), ...contentFaults(was, is, 'answer', status)];
  });

/** Whoever could call it can still: by the same scheme, with no further scope or profile. */
const accessFaults = (was, is) => {
  const profiles = is['x-profiles'];
  const lost = profiles === undefined ? [] : (was['x-profiles'] ?? ['any']).filter((name) => !profiles.includes(name));
  return [
    ...(isStillLetIn(was.security, is.security)
      ? []
      : [`security was ${shown(was.security)} and is ${shown(is.security)}`]),
    ...lost.map((name) => `the profile ${name} may no longer call it`),
  ];
};

const isStillLetIn = (was, is) => {
  if (is.length === 0) return true;
  if (was.length === 0) return false;
  return was.every((held) => is.some((asked) => isCovered(asked, held)));
};

const isCovered = (asked, held) =>
  Object.entries(asked).every(
    ([scheme, scopes]) => scopes.every((scope) => held[scheme]?.includes(scope) === true) && held[scheme] !== undefined,
  );
