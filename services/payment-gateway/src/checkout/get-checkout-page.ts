import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { localeFor, type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { invalidLinkPage } from '@repasse/checkout-kit/markup/invalid-link-page';
import { lookOf } from '@repasse/checkout-kit/markup/look';
import { type Assets } from '@repasse/checkout-kit/server/assets';
import { pageHeaders } from '@repasse/checkout-kit/server/page-headers';
import { type Checkouts } from '../store/checkouts';
import { type SavedCards } from '../store/saved-cards';
import { mayOpen } from './access';
import { type LoadCheckout, type LoadedCheckout } from './load-checkout';
import { checkoutPage, type PageModel } from './markup/checkout-page';

export interface PageDeps {
  readonly checkouts: Checkouts;
  readonly savedCards: Pick<SavedCards, 'canKeep'>;
  readonly load: LoadCheckout;
  readonly assets: () => Assets;
}

interface PageQuery {
  readonly token?: string;
  readonly lang?: string;
}

const headers = pageHeaders();

/** GET /payments/checkout/{checkoutId}. Whoever comes without a good link gets a page too, since it is a person. */
export const getCheckoutPage = (o: PageDeps): Operation<unknown, PageQuery> => ({
  handle: async ({ params, query, headers: sent }) => {
    const { checkoutId = '' } = params;
    const locale = localeFor(query.lang, sent['accept-language']);
    const found = await o.checkouts.find(checkoutId);
    if (found === null || !mayOpen(found, query.token)) {
      return answer(401, invalidLinkPage(locale, o.assets().links));
    }
    return answer(200, checkoutPage(modelOf(o, await o.load(checkoutId), locale, query.token)));
  },
});

const answer = (status: number, text: string): ApiResponse => ({
  status,
  body: text,
  contentType: 'text/html; charset=utf-8',
  headers,
});

const modelOf = (
  { assets, savedCards }: PageDeps,
  { checkout, payment, state }: LoadedCheckout,
  locale: Locale,
  token: string | undefined,
): PageModel => ({
  look: lookOf(locale),
  state,
  amountMinor: payment.facts.amountMinor,
  installmentsMax: checkout.installmentsMax ?? 1,
  canSaveCard: savedCards.canKeep,
  // A page that is opened by an id alone tells nobody who was to pay.
  payer: checkout.tokenHash === null ? { name: null, email: null } : { name: checkout.name, email: checkout.email },
  assets: assets().links,
  languageLinks: { pt: languageLink(token, 'pt'), en: languageLink(token, 'en') },
});

const languageLink = (token: string | undefined, lang: Locale): string =>
  `?${new URLSearchParams({ ...(token !== undefined && { token }), lang }).toString()}`;
