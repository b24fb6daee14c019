/** Where a person can go, at the top of every page of the edge. The guides have a bar of their own. */
const places: Readonly<Record<string, string>> = {
  '/': 'Repasse',
  '/docs': 'API',
  '/docs/data/': 'Events',
  '/docs/guides/': 'Guides',
  '/docs/errors': 'Problem codes',
};

export const navigation = (): string =>
  `<nav>${Object.entries(places)
    .map(([path, name]) => `<a href="${path}">${name}</a>`)
    .join('')}</nav>`;
