/** The languages of an Accept-Language header, without their regions, the preferred one first: `pt` of `en;q=0.5, pt-BR`. */
export const preferredLanguages = (acceptLanguage = ''): readonly string[] =>
  acceptLanguage
    .split(',')
    .map(preference)
    // Languages of equal weight stay in the order they were named in: sort is stable.
    .sort((a, b) => b.permille - a.permille)
    .filter(({ permille }) => permille > 0)
    .map(({ language }) => language);

/** `en-GB;q=0.8` is English with a weight of 800 in a thousand. */
const preference = (item: string): { readonly language: string; readonly permille: number } => {
  const [tag = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
  const permille = weight === undefined ? 1_000 : Math.round(Number(weight) * 1_000);
  return { language: tag.split('-')[0] ?? '', permille: Number.isNaN(permille) ? 0 : permille };
};
