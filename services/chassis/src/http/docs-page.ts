import { createHash } from 'node:crypto';
import { type OpenApiDocument, type OpenApiOperation, type OpenApiSchema } from '@repasse/contracts';

export interface DocsPage {
  readonly html: string;
  /** What the content security policy allows: this style and nothing else. */
  readonly styleHash: string;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
h2 { border-top: 1px solid #ccc; padding-top: 1rem; font-size: 1.15rem; } h3 { font-size: 1rem; }
code { font-family: ui-monospace, monospace; } .method { font-weight: 700; margin-right: .5rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; }
pre { background: #f4f4f4; padding: 1rem; overflow-x: auto; }
`;

/** The description as one plain page that needs nothing from anywhere else, so that it also opens where no CDN does. */
export const docsPage = (document: OpenApiDocument): DocsPage => {
  const { title, version, description } = document.info;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>${style}</style></head><body>
<h1>${escape(title)} <small>${escape(version)}</small></h1>
${paragraph(description)}<p><a href="openapi.json">openapi.json</a></p>
${operationsOf(document)
  .map(([method, path, operation]) => operationSection(method, path, operation))
  .join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas ?? {})
  .map(([name, schema]) => `<h3 id="${escape(name)}">${escape(name)}</h3>${schemaBlock(schema)}`)
  .join('\n')}
</body></html>`;
  return { html, styleHash: createHash('sha256').update(style).digest('base64') };
};

const operationsOf = (document: OpenApiDocument): [string, string, OpenApiOperation][] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, string, OpenApiOperation] => [method, path, operation]),
  );

const operationSection = (method: string, path: string, operation: OpenApiOperation): string => `
<h2 id="${escape(operation.operationId)}"><span class="method">${method.toUpperCase()}</span><code>${escape(path)}</code></h2>
<p><strong>${escape(operation.summary)}</strong></p>
${paragraph(operation.description)}<p>Access: ${escape(accessText(operation))}</p>
${parametersTable(operation)}${bodySection(operation)}${responsesTable(operation)}`;

const accessText = ({ security, 'x-profiles': profiles }: OpenApiOperation): string => {
  if (security.length === 0) return 'anyone';
  const ways = security.map((way) =>
    Object.entries(way)
      .map(([scheme, scopes]) => `${scheme} ${scopes.join(' ')}`.trim())
      .join(' and '),
  );
  return ways.join(' or ') + (profiles === undefined ? '' : `, profiles ${profiles.join(', ')}`);
};

const parametersTable = ({ parameters = [] }: OpenApiOperation): string => {
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) =>
    '$ref' in parameter
      ? row([parameter.$ref])
      : row([
          parameter.name,
          parameter.in,
          parameter.required === true ? 'required' : '',
          parameter.description ?? '',
          JSON.stringify(parameter.schema),
        ]),
  );
  return `<h3>Parameters</h3><table>${rows.join('')}</table>`;
};

const bodySection = ({ requestBody }: OpenApiOperation): string =>
  requestBody === undefined
    ? ''
    : `<h3>Body</h3>${Object.entries(requestBody.content)
        .map(([type, media]) => `<p><code>${escape(type)}</code></p>${schemaBlock(media.schema)}`)
        .join('')}`;

const responsesTable = ({ responses }: OpenApiOperation): string => {
  const rows = Object.entries(responses).map(([status, response]) =>
    '$ref' in response ? row([status, response.$ref]) : row([status, response.description]),
  );
  return `<h3>Answers</h3><table>${rows.join('')}</table>`;
};

const schemaBlock = (schema: OpenApiSchema): string =>
  `<pre><code>${escape(JSON.stringify(schema, null, 2))}</code></pre>`;

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`;

const paragraph = (text: string | undefined): string => (text === undefined ? '' : `<p>${escape(text)}</p>\n`);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
