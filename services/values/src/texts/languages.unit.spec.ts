import { preferredLanguages } from './languages';

describe('the languages of Accept-Language', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['pt-BR', ['pt']],
    ['en;q=0.5, pt-BR', ['pt', 'en']],
    ['pt;q=0.1,de,en-GB;q=0.8', ['de', 'en', 'pt']],
    ['pt;q=0, *', ['*']],
    ['pt;q=much', []],
  ])('%j are %j', (header, languages) => {
    expect(preferredLanguages(header).filter((language) => language !== '')).toEqual(languages);
  });
});
