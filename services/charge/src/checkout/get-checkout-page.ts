import type { ApiResponse, Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { invalidLinkPage } from '@repasse/checkout-kit/markup/invalid-link-page';
import { lookOf } from '@repasse/checkout-kit/markup/look';
import type { Assets } from '@repasse/checkout-kit/server/assets';
import { pageHeaders } from '@repasse/checkout-kit/server/page-headers';
import type { CheckoutTokens } from '../http/checkout-token';
import { standingOf, type TokenStanding } from './access';
import type { Checkout, LoadCheckout } from './load-checkout';
import { checkoutPage } from './markup/checkout-page';
import type { PageModel } from './markup/page-model';
import { initialMethod } from './both-sides/initial-method';
import { localeFor, type Locale } from '@repasse/checkout-kit/both-sides/locale';

export interface PageDependencies {
  readonly tokens: CheckoutTokens;
  readonly load: LoadCheckout;
  readonly assets: () => Assets;
  readonly sdkUrl: string;
  readonly canSaveCard: boolean;
  readonly currencies: readonly string[];
}

interface PageQuery {
  readonly token?: string;
  readonly lang?: string;
}

/** GET /checkout/{chargeId}. Whoever comes without a good link gets a page too, since it is a person. */
export const getCheckoutPage = (deps: PageDependencies): Operation<unknown, PageQuery> => {
  const headers = pageHeaders(deps.sdkUrl);
  const answer = (status: number, text: string): ApiResponse => ({
    status,
    body: text,
    contentType: 'text/html; charset=utf-8',
    headers,
  });

  return {
    handle: async ({ params, query, headers: sent }) => {
      const { chargeId = '' } = params;
      const locale = localeFor(query.lang, sent['accept-language']);
      const standing = await standingOf(deps.tokens, query.token, chargeId);
      const checkout = standing === 'invalid' ? undefined : await existing(deps.load(chargeId));
      if (!checkout) return answer(401, invalidLinkPage(locale, deps.assets().links));
      return answer(200, checkoutPage(modelOf(deps, checkout, { locale, standing, token: query.token ?? '' })));
    },
  };
};

/** A good token for a charge that is not there can only be one from before the database was restored. */
const existing = async (loading: Promise<Checkout>): Promise<Checkout | undefined> => {
  try {
    return await loading;
  } catch (fault) {
    if (fault instanceof ProblemError && fault.problem.status === 404) return undefined;
    throw fault;
  }
};

interface Visit {
  readonly locale: Locale;
  readonly standing: TokenStanding;
  readonly token: string;
}

const modelOf = (
  deps: PageDependencies,
  { state, charge }: Checkout,
  { locale, standing, token }: Visit,
): PageModel => ({
  state,
  look: lookOf(locale),
  dueMinor: charge.gross_amount_minor - charge.held_amount_minor,
  chosen: initialMethod(state),
  currencies: deps.currencies,
  canSaveCard: deps.canSaveCard,
  // An old link tells nobody who was to pay.
  payer: standing === 'valid' ? { name: charge.payer_name, email: charge.payer_email } : { name: null, email: null },
  sdkUrl: deps.sdkUrl,
  assets: deps.assets().links,
  languageLinks: { pt: languageLink(token, 'pt'), en: languageLink(token, 'en') },
});

const languageLink = (token: string, lang: Locale): string => `?${new URLSearchParams({ token, lang }).toString()}`;
