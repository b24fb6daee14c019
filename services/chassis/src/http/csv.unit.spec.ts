import { csvLocaleOf, wantsCsv } from './csv';

describe('CSV', () => {
  it.each([
    [{ format: 'csv' }, undefined, true],
    [{ format: 'json' }, 'text/csv', false],
    [{}, 'text/csv;q=0.9', true],
    [{}, 'application/json', false],
    [{}, undefined, false],
  ])('is wanted by %j with Accept %s: %s', (query, accept, isWanted) => {
    expect(wantsCsv({ query, headers: { accept } })).toBe(isWanted);
  });

  it.each([
    [{ locale: 'pt-BR' as const }, 'en', 'pt-BR'],
    [{ locale: 'en' as const }, 'pt-BR', 'en'],
    [{}, 'pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    [{}, 'en;q=0.5,pt', 'pt-BR'],
    [{}, 'en-US,pt;q=0.9', 'en'],
    [{}, '*', 'en'],
    [{}, undefined, 'en'],
  ])('is written for %j with Accept-Language %s as %s', (query, language, locale) => {
    expect(csvLocaleOf({ query, headers: { 'accept-language': language } })).toBe(locale);
  });
});
