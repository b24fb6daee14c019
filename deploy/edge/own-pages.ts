import { mergedOpenApi } from '@repasse/contracts';
import type { Health } from '@repasse/chassis/health/health';
import { docsPage } from '@repasse/chassis/http/docs-page';
import { errorsPage } from '@repasse/chassis/http/errors-page';
import { page, type Page } from '@repasse/chassis/http/page';
import type { ApiResponse } from '@repasse/chassis/http/response';
import { securityHeaders } from '@repasse/chassis/http/security-headers';
import { healthAnswer } from '@repasse/chassis/http/service-routes';

export type OwnPage = () => Promise<ApiResponse>;

/** By path. */
export type OwnPages = ReadonlyMap<string, OwnPage>;

/** The page at `/`: links to the documentation and to health. */
const startBody = `
<h1>Repasse</h1>
<ul>
<li><a href="docs">The API</a>, and the same as <a href="openapi.json">OpenAPI</a></li>
<li><a href="docs/errors">Problem codes</a></li>
<li><a href="health/ready">Health</a></li>
</ul>`;

/** Pages that the edge serves itself: the documentation of the whole API, and its health. */
export const createOwnPages = (health: Health): OwnPages => {
  const openapi = mergedOpenApi();
  const description = JSON.stringify(openapi);
  const [docs, errors] = [docsPage(openapi), errorsPage()];

  const start = page('Repasse', startBody);
  const pages: Readonly<Record<string, OwnPage>> = {
    '/': async () => pageAnswer(start),
    '/openapi.json': async () => ({ status: 200, body: description, contentType: 'application/json; charset=utf-8' }),
    '/docs': async () => pageAnswer(docs),
    '/docs/errors': async () => pageAnswer(errors),
    '/health/live': () => healthAnswer(health, 'live'),
    '/health/ready': () => healthAnswer(health, 'ready'),
  };
  return new Map(Object.entries(pages));
};

const pageAnswer = ({ html, styleHash }: Page): ApiResponse => ({
  status: 200,
  body: html,
  contentType: 'text/html; charset=utf-8',
  headers: securityHeaders(styleHash),
});
