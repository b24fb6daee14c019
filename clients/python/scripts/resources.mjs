/** Writes two classes for each tag of the description, one that waits and one to be awaited. */
import { classOf, methodNames, resourceOf } from '../../typescript/scripts/names.mjs';
import { dereferenced, forms, operationsByTag, pageFormOf } from '../../typescript/scripts/resources.mjs';
import { docstring, literal, pascal, quoted, snake } from './python.mjs';
import { typeOf } from './types.mjs';

const imports = `from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Unpack

from .._async_transport import AsyncTransport
from .._call import Call, path_with
from .._model import Shape
from .._options import CallOptions, KeyedCallOptions
from .._pages import AsyncPages, Pages, by_cursor, by_number, by_number_in_envelope
from .._resource import AsyncResource, Resource
from .._sync_transport import Transport
from . import models
`;

const kinds = [
  { prefix: '', def: 'def', wait: '' },
  { prefix: 'Async', def: 'async def', wait: 'await ' },
];

export const resourcesOf = (document, models) => {
  const byTag = operationsByTag(document);
  const tags = [...byTag.keys()].sort();
  const write = { document, models };
  const classes = kinds.flatMap((kind) => tags.map((tag) => classText(write, kind, tag, byTag.get(tag))));
  return [imports, ...classes, ...kinds.map((kind) => clientText(kind, tags))].join('\n\n');
};

const classText = (write, kind, tag, operations) => {
  const names = methodNames(
    tag,
    operations.map(({ id }) => id),
  );
  const about = write.document.tags.find(({ name }) => name === tag)?.description;
  const methods = operations.flatMap((operation) => methodsOf(write, kind, operation, names.get(operation.id)));
  return `class ${kind.prefix}${classOf(tag)}(${kind.prefix}Resource):\n${docstring(about)}\n${methods.join('\n')}`;
};

const methodsOf = (write, kind, operation, name) => [
  jsonMethod(write, kind, operation, name),
  ...forms
    .filter(([type]) => operation.contents.includes(type) && operation.contents.includes('application/json'))
    .map(([type, suffix, words]) => textMethod(write, kind, operation, `${name}${suffix}`, type, words)),
];

const jsonMethod = (write, kind, operation, name) => {
  const form = pageFormOf(operation);
  const schema = answerSchema(write, operation);
  if (schema === undefined) {
    const body = `${kind.wait}self._send(${callText(operation)}, options)`;
    return methodText(write, { ...kind, name, answer: 'None', operation, body });
  }
  const answer = `models.${write.models.typeAt(schema, `${pascal(operation.id)}Answer`)}`;
  if (form === undefined) {
    const body = `return ${kind.wait}self._call(${callText(operation)}, Shape[${answer}](${answer}), options)`;
    return methodText(write, { ...kind, name, answer, operation, body });
  }
  const list = `${kind.prefix}Pages[${answer}, models.${itemOf(write, schema)}]`;
  const body = `return self._list(${callText(operation)}, Shape[${answer}](${answer}), ${snake(form)}, options)`;
  return methodText(write, { ...kind, def: 'def', name, answer: list, operation, body });
};

const textMethod = (write, kind, operation, name, type, words) => {
  const call = callText(operation).replace(/\)$/, `, accept=${quoted(type)})`);
  const body = `return ${kind.wait}self._text(${call}, options)`;
  return methodText(write, { ...kind, name, answer: 'str', operation, body, words });
};

/** Undefined where there is no body. */
const answerSchema = ({ document }, { answers }) => {
  const bodies = answers.map(([, answer]) => dereferenced(document, answer).content?.['application/json']?.schema);
  return bodies.find((schema) => schema !== undefined);
};

const itemOf = ({ document, models }, schema) => {
  const { properties } = dereferenced(document, schema);
  const envelope = properties.data === undefined ? dereferenced(document, properties.response).properties : properties;
  const { items } = dereferenced(document, envelope.data);
  if (items.$ref === undefined) throw new Error('The items of a list have a schema with a name.');
  return models.itemOf(items);
};

const methodText = (write, { def, name, answer, operation, body, words }) =>
  `    ${def} ${snake(name)}(${argumentsOf(write, operation)}) -> ${answer}:\n${docOf(operation, words)}        ${body}\n`;

const docOf = ({ method, path, summary, scopes }, words) => {
  const needs = scopes.length === 0 ? '' : ` Needs ${scopes.join(', ')}.`;
  const form = words === undefined ? '' : `, ${words}`;
  return docstring(`${summary}${form}. ${method} ${path}.${needs}`, '        ');
};

const argumentsOf = (write, { ids, query, body, takesKey, takesCode, id }) => {
  const named = [
    ...query.map((each) => queryArgument(write, id, each)),
    ...(takesCode ? ['second_factor_code: str | None = None'] : []),
  ];
  return [
    'self',
    ...ids.map(({ name, type }) => `${snake(name)}: ${type === 'integer' ? 'int' : 'str'}`),
    ...bodyArguments(write, id, body),
    ...(named.length === 0 ? [] : ['*', ...named]),
    `**options: Unpack[${takesKey ? 'KeyedCallOptions' : 'CallOptions'}]`,
  ].join(', ');
};

const queryArgument = ({ document, models }, id, { name, schema, required }) => {
  const type = typeOf(document, inModels(models), schema, `${pascal(id)}${pascal(name)}`);
  return required === true ? `${snake(name)}: ${type}` : `${snake(name)}: ${type} | None = None`;
};

const inModels = (models) => ({
  ofComponent: (component) => `models.${models.nameOf(component)}`,
  ofInline: () => {
    throw new Error('A filter is no object.');
  },
});

const bodyArguments = ({ models }, id, body) => {
  if (body === undefined) return [];
  const json = body.content['application/json'];
  if (json !== undefined) {
    const type = `models.${models.typeAt(json.schema, `${pascal(id)}Body`)} | Mapping[str, Any]`;
    return [body.required === true ? `body: ${type}` : `body: ${type} | None = None`];
  }
  const types = Object.keys(body.content);
  return types[0] === 'text/csv' ? ['csv: str'] : ['content: bytes', `content_type: ${literal(types)}`];
};

const callText = ({ path, method, ids, query, body, takesKey, takesCode }) => {
  const given = ids.map(({ name }) => `${quoted(name)}: ${snake(name)}`).join(', ');
  const filters = query.map(({ name }) => `${quoted(name)}: ${snake(name)}`).join(', ');
  return `Call(${[
    quoted(method),
    ids.length === 0 ? quoted(path) : `path_with(${quoted(path)}, {${given}})`,
    ...(query.length === 0 ? [] : [`query={${filters}}`]),
    ...bodyMembers(body),
    ...(takesCode ? ['headers={"second-factor-code": second_factor_code}'] : []),
    ...(takesKey ? ['takes_key=True'] : []),
  ].join(', ')})`;
};

const bodyMembers = (body) => {
  if (body === undefined) return [];
  if (body.content['application/json'] !== undefined) return ['body=body'];
  return Object.keys(body.content)[0] === 'text/csv'
    ? ['body=csv', 'content_type="text/csv"']
    : ['body=content', 'content_type=content_type'];
};

const clientText = ({ prefix }, tags) => `class ${prefix}Resources:
    """All nouns of an installation."""

    def __init__(self, transport: ${prefix}Transport) -> None:
${tags.map((tag) => `        self.${snake(resourceOf(tag))} = ${prefix}${classOf(tag)}(transport)`).join('\n')}
`;
