import { join } from 'node:path';
import { compareHttp } from '../scripts/compare-http.mjs';
import { httpInWorkingTree } from '../scripts/http-at.mjs';
import { mergedOpenApi } from './merged-openapi';

const order = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'string', maxLength: 12, pattern: '^\\d+$', description: 'In reais.' },
    method: { type: 'string', enum: ['PIX', 'CARD'] },
    parts: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Part' } },
    payer: { anyOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Company' }] },
  },
};
const receipt = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'string', maxLength: 30 },
    status: { type: 'string', enum: ['OPEN', 'PAID'] },
    at: { type: 'string', format: 'date-time' },
    meta: { oneOf: [{ $ref: '#/components/schemas/Person' }] },
  },
};
const published = {
  paths: {
    '/orders': {
      post: {
        operationId: 'makeOrder',
        security: [{ bearerAuth: ['orders:write'] }],
        'x-profiles': ['ADMIN', 'CUSTOMER'],
        parameters: [
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } },
        ],
        requestBody: { required: false, content: { 'application/json': { schema: order } } },
        responses: {
          '201': {
            description: 'Made.',
            headers: { Location: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Receipt' } }, 'text/csv': {} },
          },
          '404': { description: 'Gone.' },
        },
      },
    },
    '/health': { get: { operationId: 'health', security: [], responses: { '200': { description: 'Well.' } } } },
  },
  webhooks: {
    'order.paid': { post: { requestBody: { content: { 'application/json': { schema: structuredClone(receipt) } } } } },
  },
  components: {
    schemas: {
      Receipt: receipt,
      Part: { type: 'object', properties: { percent: { type: 'integer', maximum: 100 } } },
      Person: { type: 'object', properties: { kind: { const: 'PERSON' }, parts: { type: 'array', items: {} } } },
      Company: { type: 'object', properties: { kind: { const: 'COMPANY' } } },
    },
  },
};

type Published = typeof published;
type Change = (parts: {
  readonly whole: Published;
  readonly post: Published['paths']['/orders']['post'];
  readonly body: typeof order;
  readonly answer: typeof receipt;
  readonly part: Published['components']['schemas']['Part'];
}) => unknown;

const faultsAfter = (change: Change): string[] => {
  const whole = structuredClone(published);
  const { post } = whole.paths['/orders'];
  const { Receipt: answer, Part: part } = whole.components.schemas;
  change({ whole, post, body: post.requestBody.content['application/json'].schema, answer, part });
  return compareHttp(published, whole);
};
const put = (target: object, name: string, value: unknown): unknown => Object.assign(target, { [name]: value });
const drop = (target: object, name: string): unknown => Reflect.deleteProperty(target, name);

it.each<[string, Change]>([
  ['nothing changes', () => undefined],
  ['words change', ({ body, post }) => [put(body.properties.amount, 'description', 'R$'), put(post, 'summary', 'x')]],
  ['an operation is added', ({ whole }) => put(whole.paths['/orders'], 'get', {})],
  ['a path is added', ({ whole }) => put(whole.paths, '/more', {})],
  ['an optional parameter is added', ({ post }) => post.parameters.push({ ...post.parameters[0]!, name: 'cursor' })],
  ['an optional member of a body is added', ({ body }) => put(body.properties, 'note', { type: 'string' })],
  ['a member of an answer is added', ({ answer }) => [put(answer.properties, 'fee', {}), answer.required.push('fee')]],
  ['a required member of a body becomes optional', ({ body }) => body.required.pop()],
  ['a body takes one value more', ({ body }) => body.properties.method.enum.push('CRYPTO')],
  ['an answer has one value more', ({ answer }) => answer.properties.status.enum.push('LOST')],
  ['a body takes null besides', ({ body }) => put(body.properties.method, 'type', ['string', 'null'])],
  [
    'listed values of a body become a text within limits that they keep',
    ({ body }) => put(body.properties, 'method', { type: 'string', minLength: 1, maxLength: 40 }),
  ],
  ['a limit of a body is widened', ({ body }) => put(body.properties.amount, 'maxLength', 20)],
  ['a limit of an answer is narrowed', ({ answer }) => put(answer.properties.id, 'maxLength', 10)],
  ['a body is no longer checked for a pattern', ({ body }) => drop(body.properties.amount, 'pattern')],
  ['a status is added', ({ post }) => put(post.responses, '409', { description: 'No.' })],
  ['fewer scopes are asked for', ({ post }) => put(post, 'security', [{ bearerAuth: [] }])],
  ['people, who are new, are asked for a second factor', ({ post }) => put(post, 'x-step-up', true)],
  ['one profile more may call', ({ post }) => post['x-profiles'].push('SUPPORT')],
  ['another scheme is taken besides', ({ post }) => put(post, 'security', [...post.security, { cookie: [] }])],
  [
    'a body takes one variant more',
    ({ body }) => put(body.properties, 'payer', { anyOf: [...body.properties.payer.anyOf, { type: 'null' }] }),
  ],
  [
    'variants are grouped',
    ({ whole, body }) => [
      put(whole.components.schemas, 'Payer', structuredClone(body.properties.payer)),
      put(body.properties, 'payer', { oneOf: [{ $ref: '#/components/schemas/Payer' }, { type: 'null' }] }),
    ],
  ],
  [
    'a schema is put together of two',
    ({ whole, answer }) => [
      put(whole.components.schemas, 'Old', answer),
      put(whole.components.schemas, 'Receipt', { allOf: [{ $ref: '#/components/schemas/Old' }] }),
    ],
  ],
])('passes when %s', (_, change) => {
  expect(faultsAfter(change)).toEqual([]);
});

const op = 'POST /orders: ';

it.each<[string, Change, string]>([
  ['a path is gone', ({ whole }) => drop(whole.paths, '/health'), 'GET /health: is gone'],
  ['an operation is gone', ({ whole }) => drop(whole.paths['/orders'], 'post'), `${op}is gone`],
  ['an operation is renamed', ({ post }) => put(post, 'operationId', 'order'), `${op}operationId was makeOrder and is`],
  ['a parameter is gone', ({ post }) => post.parameters.pop(), `${op}query limit: is gone`],
  [
    'a required parameter is added',
    ({ post }) => post.parameters.push({ ...post.parameters[0]!, name: 'at', required: true }),
    `${op}query at: is new and required`,
  ],
  [
    'a parameter becomes required',
    ({ post }) => put(post.parameters[0]!, 'required', true),
    `${op}query limit: was optional and is required`,
  ],
  [
    'a limit of a parameter is tightened',
    ({ post }) => put(post.parameters[0]!.schema, 'maximum', 50),
    `${op}query limit: maximum was 100 and is 50`,
  ],
  ['a body becomes required', ({ post }) => put(post.requestBody, 'required', true), `${op}body: was optional and is`],
  [
    'a body of a type is gone',
    ({ post }) => drop(post.requestBody.content, 'application/json'),
    `${op}body: application/json is gone`,
  ],
  [
    'a required member of a body is added',
    ({ body }) => [put(body.properties, 'note', {}), body.required.push('note')],
    `${op}body.note: is new and required`,
  ],
  ['a member of a body becomes required', ({ body }) => body.required.push('method'), `${op}body.method: was optional`],
  ['a member of a body is gone', ({ body }) => drop(body.properties, 'method'), `${op}body.method: is gone`],
  [
    'a value is taken no more',
    ({ body }) => body.properties.method.enum.pop(),
    `${op}body.method: "CARD" is no longer`,
  ],
  [
    'only listed values are taken',
    ({ body }) => put(body.properties.amount, 'enum', ['1']),
    `${op}body.amount: "any other" is no longer taken`,
  ],
  [
    'a limit is added',
    ({ body }) => put(body.properties.amount, 'minLength', 2),
    `${op}body.amount: minLength was absent and is 2`,
  ],
  [
    'listed values become a text that one of them is too long for',
    ({ body }) => put(body.properties, 'method', { type: 'string', maxLength: 3 }),
    `${op}body.method: maxLength was absent and is 3`,
  ],
  [
    'a lower limit is raised',
    ({ body }) => put(body.properties.parts, 'minItems', 2),
    `${op}body.parts: minItems was 1`,
  ],
  ['a pattern changes', ({ body }) => put(body.properties.amount, 'pattern', '^\\d$'), `${op}body.amount: pattern was`],
  ['a body is closed', ({ body }) => put(body, 'additionalProperties', false), `${op}body: additionalProperties was`],
  [
    'a list may repeat nothing',
    ({ body }) => put(body.properties.parts, 'uniqueItems', true),
    `${op}body.parts: uniqueItems was absent and is true`,
  ],
  ['a condition is added', ({ body }) => put(body, 'if', {}), `${op}body: if was absent`],
  [
    'a limit within a list, behind a reference, is tightened',
    ({ part }) => put(part.properties.percent, 'maximum', 50),
    `${op}body.parts[].percent: maximum was 100 and is 50`,
  ],
  [
    'a type of a body changes',
    ({ body }) => put(body.properties.amount, 'type', 'number'),
    `${op}body.amount: type was "string" and is "number"`,
  ],
  [
    'a variant of a body is gone',
    ({ body }) => body.properties.payer.anyOf.pop(),
    `${op}body.payer: the variant Company is no longer taken`,
  ],
  ['a status is gone', ({ post }) => drop(post.responses, '404'), `${op}404: is gone`],
  [
    'a header is gone',
    ({ post }) => drop(post.responses['201'].headers, 'Location'),
    `${op}201: header Location is gone`,
  ],
  [
    'an answer of a type is gone',
    ({ post }) => drop(post.responses['201'].content, 'text/csv'),
    `${op}201: text/csv is`,
  ],
  ['a member of an answer is gone', ({ answer }) => drop(answer.properties, 'at'), `${op}201.at: is gone`],
  ['a member of an answer may be missing', ({ answer }) => answer.required.pop(), `${op}201.status: was always there`],
  [
    'a member of an answer may be null',
    ({ answer }) => put(answer.properties.id, 'type', ['string', 'null']),
    `${op}201.id: type was "string" and is ["string","null"]`,
  ],
  [
    'a variant null may come',
    ({ answer }) => answer.properties.meta.oneOf.push({ type: 'null' } as never),
    'be null now',
  ],
  ['a format is gone', ({ answer }) => drop(answer.properties.at, 'format'), `${op}201.at: format was "date-time"`],
  [
    'values are listed no more',
    ({ answer }) => drop(answer.properties.status, 'enum'),
    `${op}201.status: its values are`,
  ],
  ['another scope is asked for', ({ post }) => put(post, 'security', [{ bearerAuth: ['a'] }]), `${op}security was`],
  [
    'an open operation is closed',
    ({ whole }) => put(whole.paths['/health'].get, 'security', [{}]),
    'GET /health: security',
  ],
  ['a profile is shut out', ({ post }) => post['x-profiles'].pop(), `${op}the profile CUSTOMER may no longer call it`],
  ['a webhook is gone', ({ whole }) => drop(whole.webhooks, 'order.paid'), 'webhook order.paid: is gone'],
  [
    'a member of a webhook is gone',
    ({ whole }) =>
      drop(whole.webhooks['order.paid'].post.requestBody.content['application/json'].schema.properties, 'at'),
    'webhook order.paid: body.at: is gone',
  ],
])('fails when %s', (_, change, fault) => {
  expect(faultsAfter(change)).toEqual([expect.stringContaining(fault)]);
});

it('fails when people, who could call it, are asked for a second factor', () => {
  const before = structuredClone(published);
  put(before.paths['/health'].get, 'x-step-up', true);
  const after = structuredClone(before);
  put(after.paths['/orders'].post, 'x-step-up', true);

  expect(compareHttp(before, after)).toEqual([`${op}asks for a second factor now`]);
});

it('reads the operations that are offered today', () => {
  const read = httpInWorkingTree(join(__dirname, '..'));

  expect(Object.keys(read.paths).sort()).toEqual(Object.keys(mergedOpenApi().paths).sort());
});
