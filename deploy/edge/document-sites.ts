import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { securityHeaders } from '@repasse/chassis/http/security-headers';
import { builtDocs } from './built-docs';
import { textAnswer, type OwnPage } from './text-answer';

/** The guides, and the rest of docs/: pages for data teams and for those who run the system. */
const sites = [
  { name: 'guides', base: '/docs/guides', starts: ['', '/pt'] },
  { name: 'manual', base: '/docs', starts: ['/data', '/data/pt', '/data/consumers', '/operations'] },
] as const;

type Site = (typeof sites)[number];

/** Programs to copy are read and not run, so they are text. */
const plain = Object.fromEntries(
  ['.sql', '.mjs', '.py', '.java', '.xml', '.txt'].map((kind) => [kind, 'text/plain; charset=utf-8']),
);

const contentTypes: Readonly<Record<string, string>> = {
  ...plain,
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** The sites as docs/build-docs.mjs made them, by path. Read once: they are 5 MB and never change. */
export const documentSites = (): ReadonlyMap<string, OwnPage> => new Map(sites.flatMap((site) => [...pagesOf(site)]));

const pagesOf = ({ name, base, starts }: Site): ReadonlyMap<string, OwnPage> => {
  const folder = join(builtDocs(), name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pages = new Map<string, OwnPage>();
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name).slice(folder.length).replaceAll(sep, '/');
    pages.set(base + addressOf(path), siteFile(path, readFileSync(join(parentPath, name), 'utf8')));
  }
  // The pages' own links end with the slash.
  for (const start of starts) pages.set(base + start, moved(`${base}${start}/`));
  return pages;
};

/** `/refunds.html` is `/refunds`, and `/pt/index.html` is `/pt/`. */
const addressOf = (path: string): string => path.replace(/\.html$/, '').replace(/\/index$/, '/');

const siteFile = (path: string, body: string): OwnPage => {
  const contentType = contentTypes[extname(path)];
  if (contentType === undefined) throw new Error(`The documents have a file of a kind that is not served: ${path}`);
  const headers = path.endsWith('.html') ? securityHeaders(policyOf(body)) : fileHeaders(path);
  return textAnswer({ body, contentType, headers });
};

/** Names under assets/, or manual/, hold a hash of the content. */
const fileHeaders = (path: string): Readonly<Record<string, string>> => ({
  'cache-control': /^\/(assets|manual)\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
});

/** Switches transitions off while the theme changes; the theme's library adds it from a script. */
const noTransitions = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

/**
 * The pages load this host's files only. Their own scripts, which choose the theme before the page is drawn, are allowed
 * by hash; the colours of highlighted code are attributes.
 */
const policyOf = (html: string): Readonly<Record<string, readonly string[]>> => ({
  'script-src': ["'self'", ...inlineScripts(html).map((script) => `'sha256-${sha256(script)}'`)],
  'style-src': ["'self'", noTransitions],
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
});

const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

const moved =
  (location: string): OwnPage =>
  () =>
    Promise.resolve({ status: 308, body: '', contentType: 'text/plain; charset=utf-8', headers: { location } });
