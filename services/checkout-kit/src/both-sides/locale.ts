export const locales = ['pt', 'en'] as const;
export type Locale = (typeof locales)[number];

/** The language tag for `lang` attributes and Intl. */
export const languageTagOf = (locale: Locale): string => (locale === 'pt' ? 'pt-BR' : 'en');

const isLocale = (text: string): text is Locale => locales.some((locale) => locale === text);

/** The payer's choice, then the first language of the browser that we speak, then Portuguese. */
export const localeFor = (chosen: string | undefined, acceptLanguage: string | undefined): Locale => {
  if (chosen !== undefined && isLocale(chosen)) return chosen;
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map(preference)
    // Languages of equal weight stay in the order they were named in: sort is stable.
    .sort((a, b) => b.permille - a.permille)
    .find(({ language, permille }) => permille > 0 && isLocale(language));
  return preferred !== undefined && isLocale(preferred.language) ? preferred.language : 'pt';
};

/** `en-GB;q=0.8` is English with a weight of 800 in a thousand. */
const preference = (item: string): { readonly language: string; readonly permille: number } => {
  const [tag = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
  const permille = weight === undefined ? 1_000 : Math.round(Number(weight) * 1_000);
  return { language: tag.split('-')[0] ?? '', permille: Number.isNaN(permille) ? 0 : permille };
};
