import { type Locale } from '../both-sides/locale.ts';
import { textsFor } from '../both-sides/texts.ts';
import { type AssetLinks } from './document.ts';
import { messagePage } from './message-page.ts';

/** For a link that opens nothing. It does not say whether there is anything behind it. */
export const invalidLinkPage = (locale: Locale, assets: AssetLinks, isTest: boolean): string =>
  messagePage({ locale, assets, isTest, message: textsFor(locale).invalidLink, view: 'invalid' });
