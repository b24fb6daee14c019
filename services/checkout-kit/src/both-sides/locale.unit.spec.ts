import { localeFor } from './locale';

describe('the language of the page', () => {
  it.each([
    ['en', 'pt-BR', 'en'],
    ['pt', 'en-US', 'pt'],
    [undefined, 'en-US,en;q=0.9', 'en'],
    [undefined, 'fr-FR,fr;q=0.9,en;q=0.8,pt;q=0.7', 'en'],
    [undefined, 'en;q=0.5, pt-BR;q=0.9', 'pt'],
    [undefined, 'en;q=0', 'pt'],
    [undefined, 'de', 'pt'],
    [undefined, '', 'pt'],
    [undefined, undefined, 'pt'],
    ['xx', undefined, 'pt'],
    ['xx', 'en', 'en'],
    [undefined, 'en;q=abc', 'pt'],
  ])('with %s chosen and a browser that prefers %s is %s', (chosen, accepted, locale) => {
    expect(localeFor(chosen, accepted)).toBe(locale);
  });
});
