import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { securityHeaders } from '@repasse/chassis/http/security-headers';
import { builtDocs } from './built-docs';
import { textAnswer, type OwnPage } from './text-answer';

const base = '/docs/guides';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** The guides as docs/build-docs.mjs made them, by path. Read once: they are 1 MB and never change. */
export const guideSite = (): ReadonlyMap<string, OwnPage> => {
  const folder = join(builtDocs(), 'guides');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pages = new Map<string, OwnPage>();
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name).slice(folder.length).replaceAll(sep, '/');
    pages.set(addressOf(path), siteFile(path, readFileSync(join(parentPath, name), 'utf8')));
  }
  // The pages' own links end with the slash.
  for (const path of [base, `${base}/pt`]) pages.set(path, moved(`${path}/`));
  return pages;
};

/** `/refunds.html` is `/docs/guides/refunds`, and `/pt/index.html` is `/docs/guides/pt/`. */
const addressOf = (path: string): string => base + path.replace(/\.html$/, '').replace(/\/index$/, '/');

const siteFile = (path: string, body: string): OwnPage => {
  const contentType = contentTypes[extname(path)];
  if (contentType === undefined) throw new Error(`The guides have a file of a kind that is not served: ${path}`);
  const headers = path.endsWith('.html') ? securityHeaders(policyOf(body)) : fileHeaders(path);
  return textAnswer({ body, contentType, headers });
};

/** Names under assets/ hold a hash of the content. */
const fileHeaders = (path: string): Readonly<Record<string, string>> => ({
  'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
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
