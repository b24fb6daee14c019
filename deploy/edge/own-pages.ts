import { asyncApi, mergedOpenApi } from '@repasse/contracts';
import { type Health } from '@repasse/chassis/health/health';
import { errorsPage } from '@repasse/chassis/http/errors-page';
import { page, pageHeaders, type Page } from '@repasse/chassis/http/page';
import { healthAnswer } from '@repasse/chassis/http/service-routes';
import { loadReaderFiles } from './built-docs';
import { documentSites } from './document-sites';
import { navigation } from './navigation';
import { readerFile, readerPage } from './reader-page';
import { textAnswer, type OwnPage } from './text-answer';

/** Finds a page by its path. */
export type OwnPages = (path: string) => OwnPage | undefined;

/** The page at `/` says where to go. */
const startBody = `
${navigation()}
<main>
<h1>Repasse</h1>
<ul>
<li><a href="/docs">The API</a>: every operation and webhook, to read and to try; the same as <a href="/openapi.json">OpenAPI</a></li>
<li><a href="/docs/guides/">Guides</a>, from the first charge to real money; <a href="/docs/guides/pt/" hreflang="pt-BR" lang="pt-BR">em português</a></li>
<li><a href="/docs/data/">Events</a>: every topic and event on Kafka, for data teams; the same as <a href="/asyncapi.json">AsyncAPI</a></li>
<li><a href="/docs/errors">Problem codes</a>: what each means and what to do about it</li>
<li><a href="/health/ready">Health</a> of the services</li>
</ul>
</main>`;

/** Pages that the edge serves itself: the documentation of the whole API, and its health. */
export const createOwnPages = (health: Health): OwnPages => {
  const pages: Readonly<Record<string, OwnPage>> = {
    '/': pageAnswer(page('Repasse', startBody)),
    '/openapi.json': jsonAnswer(mergedOpenApi()),
    '/asyncapi.json': jsonAnswer(asyncApi()),
    '/docs/errors': pageAnswer(errorsPage(navigation())),
    '/health/live': () => healthAnswer(health, 'live'),
    '/health/ready': () => healthAnswer(health, 'ready'),
  };
  const fixed = new Map(Object.entries(pages));
  // Read when the first reader comes: tests of other things need nothing built.
  let built: ReadonlyMap<string, OwnPage> | undefined;
  return (path) => fixed.get(path) ?? (isBuilt(path) ? (built ??= builtPages()).get(path) : undefined);
};

const isBuilt = (path: string): boolean => path === '/docs' || path.startsWith('/docs/');

const builtPages = (): ReadonlyMap<string, OwnPage> => {
  const files = loadReaderFiles();
  return new Map([
    ['/docs', textAnswer(readerPage(files))],
    ...files.map((file) => [file.path, textAnswer(readerFile(file))] as const),
    ...documentSites(),
  ]);
};

const jsonAnswer = (document: object): OwnPage =>
  textAnswer({ body: JSON.stringify(document), contentType: 'application/json; charset=utf-8' });

const pageAnswer = (shown: Page): OwnPage =>
  textAnswer({ body: shown.html, contentType: 'text/html; charset=utf-8', headers: pageHeaders(shown) });
