import { securityHeaders } from '@repasse/chassis/http/security-headers';
import { type ReaderFile } from './built-docs';
import { navigation } from './navigation';
import { type TextAnswer } from './text-answer';

/**
 * The page loads files of ours and asks this host, nothing else. Swagger UI draws its icons as data: images.
 */
const policy = {
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
};

/** GET /docs: the reader of the API, in which every operation can be tried. */
export const readerPage = (files: readonly ReaderFile[]): TextAnswer => ({
  contentType: 'text/html; charset=utf-8',
  headers: securityHeaders(policy),
  body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Repasse API</title><link rel="icon" href="data:,">
${files
  .filter(isStyle)
  .map(({ path }) => `<link rel="stylesheet" href="${path}">`)
  .join('\n')}
</head><body>
${navigation()}
<noscript><p>The reader needs JavaScript. The same description is in <a href="/openapi.json">openapi.json</a>.</p></noscript>
<div id="reader"></div>
${files
  .filter((file) => !isStyle(file))
  .map(({ path }) => `<script src="${path}"></script>`)
  .join('\n')}
</body></html>`,
});

const isStyle = ({ name }: ReaderFile): boolean => name.endsWith('.css');

/** A file's address changes with its content. */
export const readerFile = ({ text, contentType }: ReaderFile): TextAnswer => ({
  ...{ body: text, contentType },
  headers: { 'cache-control': 'public, max-age=31536000, immutable' },
});
