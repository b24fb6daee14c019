// Run in deploy/: makes dist/docs, which the edge serves. The reader's files are copied out of swagger-ui-dist and the guides
// become HTML here, so that an image carries two scripts, two style sheets and some pages, and no package.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';

const here = dirname(fileURLToPath(import.meta.url));
const guides = join(here, '../../docs/guides');
const built = join(here, '../dist/docs');
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const reader = {
  'swagger-ui-bundle.js': swaggerUi,
  'swagger-ui.css': swaggerUi,
  // Its terms, and those of what is in the bundle, go wherever the bundle goes.
  'swagger-ui-bundle.js.LICENSE.txt': swaggerUi,
  LICENSE: swaggerUi,
  NOTICE: swaggerUi,
  'reader.css': join(here, 'reader'),
  'start-reader.js': join(here, 'reader'),
};

mkdirSync(join(built, 'reader'), { recursive: true });
for (const [name, folder] of Object.entries(reader)) keep(`reader/${name}`, readFileSync(join(folder, name)));
keep('guides.json', JSON.stringify(['.', 'pt'].flatMap(guidesIn)));

/** Whole at once: an edge may be reading it, and tests of several files build at the same time. */
function keep(name, bytes) {
  const path = join(built, name);
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
}

/** The pages of one language: README.md is the page of its folder. */
function guidesIn(folder) {
  const files = readdirSync(join(guides, folder)).filter((name) => name.endsWith('.md'));
  return files.sort().map((name) => pageOf(posix.join(folder, name)));
}

function pageOf(file) {
  const text = readFileSync(join(guides, file), 'utf8');
  const language = file.startsWith('pt/') ? 'pt-BR' : 'en';
  const other = language === 'en' ? `pt/${file}` : file.slice('pt/'.length);
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`docs/guides/${file} has no title.`);
  return { path: addressOf(file), language, otherLanguage: addressOf(other), title, html: rendered(file, text) };
}

/** `pt/refunds.md` is `/docs/guides/pt/refunds`. */
function addressOf(file) {
  return posix.join('/docs/guides', file.replace(/(^|\/)README\.md$/, '').replace(/\.md$/, '')).replace(/\/$/, '');
}

function rendered(file, text) {
  const marked = new Marked({
    walkTokens: (token) => {
      if (token.type === 'link') token.href = linkFrom(file, token.href);
    },
    renderer: {
      // Headings can be linked to, under the names that they have in a repository on the web.
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${slug(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  // Tables and code scroll by themselves on a phone; what scrolls has to be reachable by keyboard.
  return marked
    .parse(text)
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
}

/** Guides link to one another as files, so that the links hold in the repository too. */
function linkFrom(file, href) {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  if (target.startsWith('..') || !path.endsWith('.md')) throw new Error(`${file} links to ${href}, which is no guide.`);
  readFileSync(join(guides, target));
  return addressOf(target) + (anchor === undefined ? '' : `#${anchor}`);
}

function slug(words) {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');
}
