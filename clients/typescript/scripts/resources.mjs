/** Writes a class for each tag of the description, with a method for each operation. */
import { classOf, methodNames, resourceOf } from './names.mjs';

export const resourcesOf = (document) => {
  const byTag = operationsByTag(document);
  const tags = [...byTag.keys()].sort();
  const classes = tags.map((tag) => classText(document, tag, byTag.get(tag)));
  return `${imports}\n${classes.join('\n')}\n${clientText(tags)}`;
};

/** What each tag has, in the order of the description. */
export const operationsByTag = (document) => {
  const byTag = new Map();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const [tag] = operation.tags;
      const described = operationOf(document, path, method, operation);
      if (!isDownload(described)) byTag.set(tag, [...(byTag.get(tag) ?? []), described]);
    }
  }
  return byTag;
};

/** Clients read texts. A file of bytes is fetched by its address, with the client's token. */
const isDownload = ({ contents }) =>
  contents.length > 0 && !contents.some((type) => ['application/json', 'text/csv'].includes(type));

const imports = `import { type ApiPromise } from '../transport/answer';
import { pathWith } from '../transport/call';
import { type CallOptions, type KeyedCallOptions } from '../transport/options';
import { byCursor, byNumber, byNumberInEnvelope, type List } from '../transport/pages';
import { type Answer, type Body, type ItemOf, type Query, Resource } from '../transport/resource';
import { type Transport } from '../transport/transport';
import { type operations } from './api';
`;

const operationOf = (document, path, method, operation) => {
  const parameters = (operation.parameters ?? []).map((each) => dereferenced(document, each));
  const named = (place) => parameters.filter((each) => each.in === place);
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const contents = answers.flatMap(([, answer]) => Object.keys(dereferenced(document, answer).content ?? {}));
  return {
    ...{ id: operation.operationId, path, method: method.toUpperCase(), summary: operation.summary },
    scopes: operation.security.flatMap(({ bearerAuth }) => bearerAuth ?? []),
    ids: named('path').map(({ name, schema }) => ({ name, type: dereferenced(document, schema).type })),
    query: named('query'),
    pagination: operation['x-pagination'],
    takesKey: named('header').some(({ name }) => name === 'Idempotency-Key'),
    takesCode: named('header').some(({ name }) => name === 'Second-Factor-Code'),
    body: operation.requestBody && dereferenced(document, operation.requestBody),
    contents,
    answers,
  };
};

export const dereferenced = (document, node) => {
  if (node.$ref === undefined) return node;
  return node.$ref
    .slice('#/'.length)
    .split('/')
    .reduce((within, name) => within[name], document);
};

const classText = (document, tag, operations) => {
  const names = methodNames(
    tag,
    operations.map(({ id }) => id),
  );
  const about = document.tags.find(({ name }) => name === tag)?.description ?? '';
  const methods = operations.flatMap((operation) => methodsOf(operation, names.get(operation.id)));
  return `/** ${about} */\nexport class ${classOf(tag)} extends Resource {\n${methods.join('\n')}}\n`;
};

/** Beside JSON some operations answer other forms of the same, each a method of its own. */
export const forms = [
  ['text/csv', 'Csv', 'as CSV'],
  ['application/x-ofx', 'Ofx', 'as OFX'],
  ['text/html', 'Page', 'as a page to print'],
];

const methodsOf = (operation, name) => [
  isFile(operation) ? textMethod(operation, name, 'text/csv') : jsonMethod(operation, name),
  ...forms
    .filter(([type]) => operation.contents.includes(type) && operation.contents.includes('application/json'))
    .map(([type, suffix, words]) => textMethod(operation, `${name}${suffix}`, type, words)),
];

const isFile = ({ contents }) => contents.join() === 'text/csv';

const jsonMethod = (operation, name) => {
  const form = pageFormOf(operation);
  const of = `operations['${operation.id}']`;
  const answer = form === undefined ? `ApiPromise<Answer<${of}>>` : `List<Answer<${of}>, ItemOf<${of}>>`;
  const call = callText(operation);
  const body =
    form === undefined
      ? `return this.callJson<${of}>(${call}, options);`
      : `return this.callList<${of}>(${call}, ${form}<ItemOf<${of}>>(), options);`;
  return `${docOf(operation)}  ${name}(${argumentsOf(operation)}): ${answer} {\n    ${body}\n  }\n`;
};

const textMethod = (operation, name, type, words) => {
  const call = callText(operation).replace(/ \}$/, `, accept: '${type}' }`);
  return `${docOf(operation, words)}  ${name}(${argumentsOf(operation)}): ApiPromise<string> {\n    return this.callText(${call}, options);\n  }\n`;
};

/** A feed has no last page, so it is no list: see follow-events.ts. */
export const pageFormOf = ({ pagination }) => {
  if (pagination?.style === 'cursor') return 'byCursor';
  if (pagination?.style === 'page') return pagination.items === 'data' ? 'byNumber' : 'byNumberInEnvelope';
  return undefined;
};

const docOf = ({ method, path, summary, scopes }, words) => {
  const needs = scopes.length === 0 ? '' : ` Needs ${scopes.join(', ')}.`;
  return `  /** ${summary}${words === undefined ? '' : `, ${words}`}. ${method} ${path}.${needs} */\n`;
};

const argumentsOf = ({ id, ids, query, body, takesKey, takesCode }) => {
  const options = `${takesKey ? 'KeyedCallOptions' : 'CallOptions'}${takesCode ? ' & { readonly secondFactorCode?: string }' : ''}`;
  return [
    ...ids.map(({ name, type }) => `${camel(name)}: ${type === 'integer' ? 'number' : 'string'}`),
    ...bodyArguments(id, body),
    ...(query.length === 0 ? [] : [queryArgument(id, query)]),
    `options?: ${options}`,
  ].join(', ');
};

const bodyArguments = (id, body) => {
  if (body === undefined) return [];
  if (body.content['application/json'] !== undefined) {
    return body.required === true ? [`body: Body<operations['${id}']>`] : [`body?: Body<operations['${id}']>`];
  }
  const types = Object.keys(body.content);
  if (types[0] === 'text/csv') return ['csv: string'];
  return ['content: Uint8Array<ArrayBuffer> | Blob', `contentType: ${types.map((type) => `'${type}'`).join(' | ')}`];
};

const queryArgument = (id, query) =>
  query.some(({ required }) => required === true)
    ? `query: Query<operations['${id}']>`
    : `query: Query<operations['${id}']> = {}`;

const callText = ({ path, method, ids, query, body, takesKey, takesCode }) => {
  const named = ids.map(({ name }) => (camel(name) === name ? name : `${name}: ${camel(name)}`)).join(', ');
  const address = ids.length === 0 ? `'${path}'` : `pathWith('${path}', { ${named} })`;
  return `{ ${[
    `method: '${method}'`,
    `path: ${address}`,
    ...(query.length === 0 ? [] : ['query']),
    ...bodyMembers(body),
    ...(takesCode ? [`headers: { 'second-factor-code': options?.secondFactorCode }`] : []),
    `takesKey: ${String(takesKey)}`,
  ].join(', ')} }`;
};

const bodyMembers = (body) => {
  if (body === undefined) return [];
  if (body.content['application/json'] !== undefined) return ['body'];
  return Object.keys(body.content)[0] === 'text/csv'
    ? ['body: csv', `contentType: 'text/csv'`]
    : ['body: content', 'contentType'];
};

const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

const clientText = (tags) => `/** All nouns of an installation. */
export abstract class Resources {
${tags.map((tag) => `  readonly ${resourceOf(tag)}: ${classOf(tag)};`).join('\n')}

  constructor(transport: Transport) {
${tags.map((tag) => `    this.${resourceOf(tag)} = new ${classOf(tag)}(transport);`).join('\n')}
  }
}
`;
