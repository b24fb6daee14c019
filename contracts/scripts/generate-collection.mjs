/** Writes clients/collection/repasse: a request for each operation that a key may call, as plain files for Bruno. */
import { httpInWorkingTree } from './http-at.mjs';
import { resolved } from './compare-http-schemas.mjs';
import { exampleOf } from './example-of.mjs';

const folder = '../clients/collection/repasse';

export const generateCollection = (root) => {
  const description = httpInWorkingTree(root);
  const requests = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      isForKeys(operation) ? [requestFile(description, path, method, operation)] : [],
    ),
  );
  return [...settings, ...requests].map(([path, text]) => [`${folder}/${path}`, text]);
};

/** Of people, who sign in by the console: no key has these scopes. */
const ofPeople = /^(person|members|audit):/;

const isForKeys = ({ security }) =>
  security.some(({ bearerAuth }) => bearerAuth !== undefined && !bearerAuth.some((scope) => ofPeople.test(scope)));

/** The values of an environment are the merchant's of `npm start`; the secret is asked for and never written here. */
const settings = [
  ['bruno.json', `${JSON.stringify({ version: '1', name: 'Repasse', type: 'collection' }, undefined, 2)}\n`],
  ['collection.bru', 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n'],
  [
    'environments/local.bru',
    'vars {\n  baseUrl: http://localhost:8080\n  clientId: \n}\nvars:secret [\n  clientSecret\n]\n',
  ],
  [
    'Sign in.bru',
    `meta {
  name: Sign in
  type: http
  seq: 1
}

post {
  url: {{baseUrl}}/oauth/token
  body: formUrlEncoded
  auth: basic
}

auth:basic {
  username: {{clientId}}
  password: {{clientSecret}}
}

body:form-urlencoded {
  grant_type: client_credentials
}

script:post-response {
  if (res.status === 200) bru.setVar('token', res.body.access_token);
}

docs {
  Keeps the token for all other requests until Bruno is closed. It counts for an hour.
}
`,
  ],
];

const requestFile = (description, path, method, operation) => {
  const [tag] = operation.tags;
  const parameters = (operation.parameters ?? []).map((schema) => resolved({ ...description, schema }));
  const named = (place) => parameters.filter((each) => each.in === place);
  const body = operation.requestBody && resolved({ ...description, schema: operation.requestBody });
  const queries = named('query').map((each) => [
    each.required ? each.name : `~${each.name}`,
    valueOf(description, each),
  ]);
  const headers = named('header').map((each) => [headerName(each), headerValue(each)]);
  const blocks = [
    block('meta', [
      ['name', operation.summary],
      ['type', 'http'],
    ]),
    block(method, [
      ['url', `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}${queryText(queries)}`],
      ['body', bodyKind(body)],
      ['auth', 'inherit'],
    ]),
    block('params:query', queries),
    block(
      'params:path',
      named('path').map(({ name }) => [name, `{{${name}}}`]),
    ),
    block('headers', headers),
    bodyBlock(description, body),
    `docs {\n${indented(operation.description ?? operation.summary)}\n}\n`,
  ];
  return [`${tag}/${operation.operationId}.bru`, blocks.filter((each) => each !== '').join('\n')];
};

const block = (name, members) =>
  members.length === 0 ? '' : `${name} {\n${members.map(([key, value]) => `  ${key}: ${value}\n`).join('')}}\n`;

const indented = (text) => text.trim().replaceAll(/^/gm, '  ');

/** Bruno keeps the address and the list of what stands in it in step; what is switched off is not in the address. */
const queryText = (queries) => {
  const used = queries.filter(([name]) => !name.startsWith('~'));
  return used.length === 0 ? '' : `?${used.map(([name, value]) => `${name}=${value}`).join('&')}`;
};

const valueOf = (description, { schema }) => {
  const value = exampleOf(description, schema);
  return ['string', 'number', 'boolean'].includes(typeof value) ? value : '';
};

const isKey = ({ name }) => name === 'Idempotency-Key';

const headerName = (header) => (header.required || isKey(header) ? header.name : `~${header.name}`);

/** Sending once more is meant to do it once more; to try a repeat, a key is typed in its place. */
const headerValue = (header) => (isKey(header) ? '{{$guid}}' : '');

const bodyKind = (body) => {
  if (body === undefined) return 'none';
  if (body.content['application/json'] !== undefined) return 'json';
  return body.content['text/csv'] === undefined ? 'none' : 'text';
};

const bodyBlock = (description, body) => {
  if (bodyKind(body) === 'text') return 'body:text {\n  \n}\n';
  if (bodyKind(body) === 'none') return '';
  const { schema, examples = {} } = body.content['application/json'];
  const value = Object.values(examples)[0]?.value ?? exampleOf(description, schema);
  return `body:json {\n${indented(JSON.stringify(value, undefined, 2))}\n}\n`;
};
