import { docstring, literal, pascal, quoted, snake } from './python.mjs';
import { isObject, membersOf, typeOf, union } from './types.mjs';

const imports = `from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from .._model import Model
`;

/** What is named is written, and what that names. Classes come before the types that are made of them. */
export const createModels = (document) => {
  const schemas = document.components.schemas;
  const classes = new Map();
  const aliases = new Map();
  const webhooks = new Map();
  const inline = new Map();

  const names = {
    ofComponent: (component) => {
      const name = pascal(component);
      if (classes.has(name) || aliases.has(name)) return name;
      const schema = schemas[component];
      if (isObject(document, schema)) addClass(name, schema);
      else addAlias(name, schema);
      return name;
    },
    ofInline: (schema, place) => {
      if (!inline.has(schema)) {
        inline.set(schema, freeName(place));
        addClass(inline.get(schema), schema);
      }
      return inline.get(schema);
    },
  };

  const freeName = (wanted) => {
    const isTaken =
      classes.has(wanted) || aliases.has(wanted) || Object.keys(schemas).some((each) => pascal(each) === wanted);
    return isTaken ? freeName(`${wanted}Object`) : wanted;
  };

  const addClass = (name, schema) => {
    classes.set(name, '');
    const { properties, required, description } = membersOf(document, schema);
    const fields = Object.entries(properties).map(([property, each]) => ({
      ...{ property, description: each.description, isRequired: required.includes(property) },
      type: typeOf(document, names, each, name + pascal(property)),
    }));
    classes.set(name, classText(name, description, fields));
  };

  const addAlias = (name, schema) => {
    aliases.set(name, '');
    const type = typeOf(document, names, schema, name);
    // Behind those that it is made of.
    aliases.delete(name);
    aliases.set(name, `${name}: TypeAlias = ${type}\n${docstring(schema.description, '')}`);
  };

  const typeAt = (schema, place) => {
    const type = typeOf(document, names, schema, place);
    if (/^\w+$/.test(type)) return type;
    if (!aliases.has(place)) aliases.set(place, `${place}: TypeAlias = ${type}\n`);
    return place;
  };

  const addWebhooks = () => {
    names.ofComponent('Event');
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const name = freeName(`${pascal(type.replaceAll('_', '.'))}Event`);
      addClass(name, { ...post.requestBody.content['application/json'].schema, description: post.summary });
      webhooks.set(type, name);
    }
  };

  return {
    nameOf: names.ofComponent,
    addWebhooks,
    /** The type of a schema for signatures: one name, made where it has none. */
    typeAt,
    itemOf: (schema) => typeOf(document, names, schema, ''),
    text: () =>
      [imports, ...classes.values(), [...aliases.values()].join('\n'), webhooksText(webhooks)].join('\n\n') +
      allText([...classes.keys(), ...aliases.keys(), 'WebhookEvent']),
  };
};

const classText = (name, description, fields) =>
  `class ${name}(Model):\n${docstring(description)}\n${fields.map(fieldText).join('') || '    pass\n'}`;

const fieldText = ({ property, type, description, isRequired }) => {
  const name = snake(property);
  const whole = isRequired ? type : union([type, 'None']);
  const annotated = name === property ? whole : `Annotated[${whole}, Field(alias=${quoted(property)})]`;
  return `    ${name}: ${annotated}${isRequired ? '' : ' = None'}\n${docstring(description)}`;
};

const webhooksText = (webhooks) => `WebhookEvent: TypeAlias = (
    Event
${[...webhooks.values()].map((name) => `    | ${name}\n`).join('')})
"""Everything a webhook can tell. A type that is newer than the package is an Event."""

WEBHOOK_EVENTS: dict[str, type[WebhookEvent]] = {
${[...webhooks].map(([type, name]) => `    ${quoted(type)}: ${name},\n`).join('')}}
`;

const allText = (names) =>
  `\n__all__ = [\n${names
    .sort()
    .map((name) => `    ${quoted(name)},\n`)
    .join('')}]\n`;
