import { page, type Page } from '@repasse/chassis/http/page';
import type { Guide } from './built-docs';
import { navigation } from './navigation';

const otherLanguages = { en: ['pt-BR', 'Português'], 'pt-BR': ['en', 'English'] } as const;

/** One guide, with a link to the same one in the other language. */
export const guidePage = ({ language, otherLanguage, title, html }: Guide): Page => {
  const [lang, name] = otherLanguages[language];
  const link = `<p><a href="${otherLanguage}" hreflang="${lang}" lang="${lang}">${name}</a></p>`;
  return page(title, `${navigation(language)}<main>${link}${html}</main>`, language);
};
