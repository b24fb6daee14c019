import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { localeFor } from '@repasse/checkout-kit/both-sides/locale';
import { lookOf } from '@repasse/checkout-kit/markup/look';
import { type Assets } from '@repasse/checkout-kit/server/assets';
import { pageHeaders } from '@repasse/checkout-kit/server/page-headers';
import { type LinkStatus } from './link';
import { linkPage, noLinkPage, type FormState, type LinkVisit } from './markup/link-page';
import { type LinkDependencies } from './link-dependencies';
import { type PayableLink } from './store/find-payable-link';

export interface PageDependencies extends LinkDependencies {
  readonly assets: () => Assets;
  readonly isTest: boolean;
}

export interface PageQuery {
  readonly lang?: string;
}

type Visited = Pick<ApiRequest<unknown, PageQuery>, 'query' | 'headers'>;

/** The answers to a payer who came by a link. */
export interface LinkPages {
  readonly form: (status: 200 | 400, link: PayableLink, form: FormState) => ApiResponse;
  /** Gone where the link is there and takes no payer. */
  readonly ending: (status: Exclude<LinkStatus, 'OPEN'>, link: PayableLink) => ApiResponse;
  readonly missing: () => ApiResponse;
  readonly visit: LinkVisit;
}

export const pagesFor = ({ assets, isTest, baseUrl }: PageDependencies, { query, headers }: Visited): LinkPages => {
  const look = lookOf(localeFor(query.lang, headers['accept-language']));
  const visit = { look, assets: assets().links, isTest };
  // Browsers also hold a form to its targets when its answer leads elsewhere: to the page of the charge.
  const sent = pageHeaders({ formTargets: `'self' ${new URL(baseUrl).origin}` });
  const answer = (status: number, body: string): ApiResponse => ({
    ...{ status, body, contentType: 'text/html; charset=utf-8', headers: sent },
  });
  return {
    form: (status, link, form) => answer(status, linkPage(visit, link, form)),
    ending: (status, link) => answer(410, noLinkPage(visit, status, link)),
    missing: () => answer(404, noLinkPage(visit, undefined, undefined)),
    visit,
  };
};
