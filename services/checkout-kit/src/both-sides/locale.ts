import { preferredLanguages } from '@repasse/values/texts/languages';

export const locales = ['pt', 'en'] as const;
export type Locale = (typeof locales)[number];

/** The language tag for `lang` attributes and Intl. */
export const languageTagOf = (locale: Locale): string => (locale === 'pt' ? 'pt-BR' : 'en');

const isLocale = (text: string): text is Locale => locales.some((locale) => locale === text);

/** The payer's choice, then the first language of the browser that we speak, then Portuguese. */
export const localeFor = (chosen: string | undefined, acceptLanguage: string | undefined): Locale => {
  if (chosen !== undefined && isLocale(chosen)) return chosen;
  return preferredLanguages(acceptLanguage).find(isLocale) ?? 'pt';
};
