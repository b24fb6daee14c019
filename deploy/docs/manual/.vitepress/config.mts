import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { leftOut, mendLinks } from '../links.mts';

const docs = join(import.meta.dirname, '../../../../docs');

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => `${folder}/${file.slice(0, -'.md'.length)}`);

const titleOf = (page: string): string => {
  const title = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`docs/${page}.md has no title.`);
  return title;
};

const links = (folder: string): DefaultTheme.SidebarItem[] =>
  pagesIn(folder).map((page) => ({ text: titleOf(page), link: `/${page}` }));

const folded = (text: string, folder: string): DefaultTheme.SidebarItem => ({
  ...{ text, collapsed: true },
  items: links(folder),
});

/** For those who run the system or read its events, as a site of static files under /docs. The guides are another. */
export default defineConfig({
  srcDir: docs,
  srcExclude: ['guides/**', ...leftOut, '**/target/**'],
  base: '/docs/',
  assetsDir: 'manual',
  cleanUrls: true,
  rewrites: { ':folder(.*)/README.md': ':folder/index.md' },
  // The guides are beside this site, and pages name addresses of a local installation.
  ignoreDeadLinks: [/^\/guides\//, /^https?:\/\/localhost/],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      markdown.core.ruler.push('mend_links', ({ tokens, env }) =>
        mendLinks(tokens, (env as { relativePath: string }).relativePath),
      );
    },
  },
  // Pages in Portuguese are few, so the site has no second language; a browser is told all the same.
  transformHtml: (html, _, { page }) =>
    page.startsWith('data/pt/') ? html.replace(/<html lang="[^"]*"/, '<html lang="pt-BR"') : html,
  title: 'Repasse',
  description: 'The events of Repasse, and how it is run.',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    // The site has no page of its own at its base, which is the reader of the API.
    logoLink: '/docs/data/',
    search: { provider: 'local' },
    sidebar: {
      '/data/': [
        { text: 'Events for data teams', link: '/data/' },
        ...links('data'),
        { text: 'Consumers to copy', link: '/data/consumers/', collapsed: true, items: links('data/consumers') },
        folded('Topics', 'data/topics'),
        folded('Events', 'data/events'),
      ],
      '/operations/': [{ text: 'Runbooks', link: '/operations/' }, ...links('operations')],
    },
  },
});
