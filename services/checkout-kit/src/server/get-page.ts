import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { brandStyleOf } from '../both-sides/brand-style.ts';
import { localeFor, type Locale } from '../both-sides/locale.ts';
import { type AssetLinks } from '../markup/document.ts';
import { invalidLinkPage } from '../markup/invalid-link-page.ts';
import { type Merchant } from '../markup/merchant.ts';
import { lookOf, type Look } from '../markup/look.ts';
import { type Assets } from './assets.ts';
import { type CheckoutTokens } from './checkout-token.ts';
import { standingOf } from './link-access.ts';
import { pageHeaders } from './page-headers.ts';

/** How a payer came to a page: what its markup needs beside what is paid. */
export interface Visit {
  readonly look: Look;
  readonly assets: AssetLinks;
  /** The page's address in each language. */
  readonly languageLinks: Readonly<Record<Locale, string>>;
  /** Whether this installation takes no real money. */
  readonly isTest: boolean;
  /** The token has expired: the page shows what became of it, and nothing about the payer. */
  readonly isLinkExpired: boolean;
}

interface PageOptions<Loaded> {
  /** The parameter of the path that says what is paid. */
  readonly idParameter: string;
  readonly tokens: CheckoutTokens;
  /** Throws a problem of status 404 where nothing has that id. */
  readonly load: (id: string) => Promise<Loaded>;
  readonly assets: () => Assets;
  readonly isTest: boolean;
  /** Of a provider's form that is opened over the page. */
  readonly sdkUrl?: string;
  readonly pageOf: (loaded: Loaded, visit: Visit) => string | RefusalPage;
  /** The origins whose pages may frame this one; no page may where it is left out. */
  readonly frameOriginsOf?: (loaded: Loaded) => readonly string[];
  /** Who is paid, whose colour the page has. */
  readonly merchantOf: (loaded: Loaded) => Merchant | null;
}

/** For a link that is good, and opens something that this page is not for. */
interface RefusalPage {
  readonly status: number;
  readonly text: string;
}

interface PageQuery {
  readonly token?: string;
  readonly lang?: string;
}

/** GET of a page for payers. An invalid link gets a page too, since a person reads it. */
export const getPage = <Loaded>(o: PageOptions<Loaded>): Operation<unknown, PageQuery> => {
  const unframed = pageHeaders({ sdkUrl: o.sdkUrl });
  const answer = (status: number, text: string, headers = unframed): ApiResponse => ({
    status,
    body: text,
    contentType: 'text/html; charset=utf-8',
    headers,
  });
  const answerOf = (loaded: Loaded, { status, text }: RefusalPage): ApiResponse => {
    const frameOrigins = o.frameOriginsOf?.(loaded) ?? [];
    const brandStyle = brandStyleOf(o.merchantOf(loaded)?.brandColor);
    return {
      ...answer(status, text, pageHeaders({ sdkUrl: o.sdkUrl, frameOrigins, brandStyle })),
      // It knows one origin or none, and would contradict the policy.
      ...(frameOrigins.length > 0 && { withoutHeaders: ['x-frame-options'] }),
    };
  };

  return {
    handle: async ({ params, query, headers: sent }) => {
      const id = params[o.idParameter] ?? '';
      const locale = localeFor(query.lang, sent['accept-language']);
      const { links: assets } = o.assets();
      const standing = await standingOf(o.tokens, query.token, id);
      const loaded = standing === 'invalid' ? undefined : await existing(o.load(id));
      if (loaded === undefined) return answer(401, invalidLinkPage(locale, assets, o.isTest));
      const languageLinks = languageLinksWith(query.token ?? '');
      const { isTest } = o;
      const visit = { look: lookOf(locale), assets, languageLinks, isTest, isLinkExpired: standing === 'expired' };
      const page = o.pageOf(loaded, visit);
      return answerOf(loaded, typeof page === 'string' ? { status: 200, text: page } : page);
    },
  };
};

/** A good token for something that is not there can only be one from before the database was restored. */
const existing = async <Loaded>(loading: Promise<Loaded>): Promise<Loaded | undefined> => {
  try {
    return await loading;
  } catch (fault) {
    if (fault instanceof ProblemError && fault.problem.status === 404) return undefined;
    throw fault;
  }
};

const languageLinksWith = (token: string): Readonly<Record<Locale, string>> => {
  const link = (lang: Locale): string => `?${new URLSearchParams({ token, lang }).toString()}`;
  return { pt: link('pt'), en: link('en') };
};
