import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiReference,
  type OpenApiSchema,
} from '@repasse/contracts';
import { escape, page, type Page } from './page';

/** The description as one plain page that needs nothing from anywhere else, so that it also opens where no CDN does. */
export const docsPage = (document: OpenApiDocument): Page => {
  const { title, version, description } = document.info;
  const body = `
<h1>${escape(title)} <small>${escape(version)}</small></h1>
${paragraph(description)}<p><a href="openapi.json">openapi.json</a> · <a href="docs/errors">problem codes</a></p>
${operationsOf(document)
  .map(([method, path, operation]) => operationSection(document, method, path, operation))
  .join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas ?? {})
  .map(([name, schema]) => `<h3 id="${escape(name)}">${escape(name)}</h3>${schemaBlock(schema)}`)
  .join('\n')}`;
  return page(title, body);
};

const operationsOf = (document: OpenApiDocument): [string, string, OpenApiOperation][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, OpenApiOperation] => [method, path, operation]),
  );

const operationSection = (
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: OpenApiOperation,
): string => `
<h2 id="${escape(operation.operationId)}"><span class="method">${method.toUpperCase()}</span><code>${escape(path)}</code></h2>
<p><strong>${escape(operation.summary)}</strong></p>
${paragraph(operation.description)}<p>Access: ${escape(accessText(operation))}</p>
${parametersTable(document, operation)}${bodySection(document, operation)}${responsesTable(document, operation)}`;

const accessText = ({ security, 'x-profiles': profiles }: OpenApiOperation): string => {
  if (security.length === 0) return 'anyone';
  const ways = security.map((way) =>
    Object.entries(way)
      .map(([scheme, scopes]) => `${scheme} ${scopes.join(' ')}`.trim())
      .join(' and '),
  );
  return ways.join(' or ') + (profiles === undefined ? '' : `, profiles ${profiles.join(', ')}`);
};

const parametersTable = (document: OpenApiDocument, { parameters = [] }: OpenApiOperation): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map((given) => {
    const { name, in: place, required, description = '', schema } = resolved(document, given);
    return row([name, place, required === true ? 'required' : '', description], schemaText(schema));
  });
  return `<h3>Parameters</h3><table>${rows.join('')}</table>`;
};

const bodySection = (document: OpenApiDocument, { requestBody }: OpenApiOperation): string =>
  requestBody === undefined
    ? ''
    : `<h3>Body</h3>${Object.entries(requestBody.content)
        .map(([type, { schema }]) => `<p><code>${escape(type)}</code></p>${schemaBlock(resolved(document, schema))}`)
        .join('')}`;

const responsesTable = (document: OpenApiDocument, { responses }: OpenApiOperation): string => {
  const rows = Object.entries(responses).map(([status, given]) => {
    const { description, content = {} } = resolved(document, given);
    const [media] = Object.values(content);
    return row([status, description], media === undefined ? '' : schemaText(media.schema));
  });
  return `<h3>Answers</h3><table>${rows.join('')}</table>`;
};

/** What a reference points to, one step deep: further ones are links to the schemas at the end of the page. */
const resolved = <T extends object>(document: OpenApiDocument, given: T | OpenApiReference): T => {
  if (!('$ref' in given) || typeof given.$ref !== 'string') return given as T;
  const [kind = '', name = ''] = given.$ref.replace('#/components/', '').split('/');
  const found = document.components[kind]?.[name];
  if (found === undefined) throw new Error(`${given.$ref} points nowhere.`);
  return found as T;
};

const schemaBlock = (schema: OpenApiSchema): string =>
  `<pre><code>${linked(escape(JSON.stringify(schema, null, 2)))}</code></pre>`;

/** In a table: a link to a schema, or a short schema itself. */
const schemaText = (schema: OpenApiSchema): string => `<code>${linked(escape(JSON.stringify(schema)))}</code>`;

/** `escaped` JSON with each reference to a schema turned into a link to its section. */
const linked = (escaped: string): string =>
  escaped
    .replaceAll(/\{&quot;\$ref&quot;:\s*&quot;#\/components\/schemas\/(\w+)&quot;\}/g, '<a href="#$1">$1</a>')
    .replaceAll(/&quot;#\/components\/schemas\/(\w+)&quot;/g, '<a href="#$1">$1</a>');

/** `markup` is the last cell, safe already. */
const row = (cells: readonly string[], markup: string): string =>
  `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}<td>${markup}</td></tr>`;

const paragraph = (text: string | undefined): string => (text === undefined ? '' : `<p>${escape(text)}</p>\n`);
