import { useData, type Theme } from 'vitepress';
// Without the theme's fonts, 300 kB: the reader's own will do.
import defaultTheme from 'vitepress/theme-without-fonts';
import { h, type VNode } from 'vue';
import './theme.css';

const names: Readonly<Record<'en' | 'pt-BR', Readonly<Record<string, string>>>> = {
  en: { '/docs': 'API', '/docs/data/': 'Events', '/docs/guides/': 'Guides', '/docs/errors': 'Problem codes' },
  'pt-BR': {
    ...{ '/docs': 'API', '/docs/data/pt/': 'Eventos', '/docs/guides/pt/': 'Guias' },
    '/docs/errors': 'Códigos de problema',
  },
};

/** The edge's other pages. The theme's own menu can only link within the site. */
const edgeLinks = (): VNode => {
  const texts = useData().lang.value === 'pt-BR' ? names['pt-BR'] : names.en;
  const links = Object.entries(texts).map(([href, text]) => h('a', { href, target: '_self' }, text));
  return h('nav', { class: 'edge-links', 'aria-label': 'Repasse' }, links);
};

const theme: Theme = {
  extends: defaultTheme,
  Layout: () =>
    h(defaultTheme.Layout, null, {
      'nav-bar-content-before': () => h(edgeLinks),
      'nav-screen-content-before': () => h(edgeLinks),
    }),
};

export default theme;
