import type { Guide } from './built-docs';

/** Where a person can go, at the top of every page of the edge: paths with their names, by language. */
const places: Readonly<Record<Guide['language'], Readonly<Record<string, string>>>> = {
  en: { '/': 'Repasse', '/docs': 'API', '/docs/guides': 'Guides', '/docs/errors': 'Problem codes' },
  'pt-BR': { '/': 'Repasse', '/docs': 'API', '/docs/guides/pt': 'Guias', '/docs/errors': 'Códigos de problema' },
};

export const navigation = (language: Guide['language'] = 'en'): string =>
  `<nav>${Object.entries(places[language])
    .map(([path, name]) => `<a href="${path}">${name}</a>`)
    .join('')}</nav>`;
