import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';

const guides = join(import.meta.dirname, '../../../docs/guides');

/** In the order in which README.md lists them. A guide that it does not list is a fault of the README. */
const pagesIn = (folder: string): readonly string[] => {
  const listed = [...readFileSync(join(guides, folder, 'README.md'), 'utf8').matchAll(/\]\(([\w-]+)\.md\)/g)];
  const names = listed.map(([, name]) => name);
  const files = readdirSync(join(guides, folder)).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const missing = files.filter((file) => !names.includes(file.slice(0, -'.md'.length)));
  if (missing.length > 0) throw new Error(`docs/guides/${folder}README.md does not list ${missing.join(', ')}.`);
  return names;
};

const titleOf = (file: string): string => {
  const title = /^# (.+)$/m.exec(readFileSync(join(guides, file), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`docs/guides/${file} has no title.`);
  return title;
};

const sidebar = (folder: string): DefaultTheme.SidebarItem[] =>
  pagesIn(folder).map((name) => ({ text: titleOf(`${folder}${name}.md`), link: `/${folder}${name}` }));

const english: DefaultTheme.Config = {
  sidebar: sidebar(''),
};

const portuguese: DefaultTheme.Config = {
  sidebar: sidebar('pt/'),
  outline: { label: 'Nesta página' },
  docFooter: { prev: 'Anterior', next: 'Próxima' },
  darkModeSwitchLabel: 'Aparência',
  lightModeSwitchTitle: 'Usar o tema claro',
  darkModeSwitchTitle: 'Usar o tema escuro',
  sidebarMenuLabel: 'Menu',
  returnToTopLabel: 'Voltar ao topo',
  langMenuLabel: 'Mudar de idioma',
  skipToContentLabel: 'Ir para o conteúdo',
};

const portugueseSearch: DefaultTheme.LocalSearchOptions['translations'] = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
  modal: {
    displayDetails: 'Mostrar detalhes',
    resetButtonTitle: 'Limpar a busca',
    backButtonTitle: 'Fechar a busca',
    noResultsText: 'Nada foi encontrado para',
    footer: { selectText: 'abrir', navigateText: 'navegar', closeText: 'fechar' },
  },
};

/** The guides as a site of static files, which the edge serves under /docs/guides. */
export default defineConfig({
  srcDir: guides,
  base: '/docs/guides/',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md', 'pt/README.md': 'pt/index.md' },
  // The default themes have colours with less contrast than WCAG asks for.
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  title: 'Repasse',
  description: 'How to take payments with Repasse.',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: english },
    pt: {
      label: 'Português',
      lang: 'pt-BR',
      description: 'Como receber pagamentos com o Repasse.',
      themeConfig: portuguese,
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { locales: { pt: { translations: portugueseSearch } } } },
  },
});
