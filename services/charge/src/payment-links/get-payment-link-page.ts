import { type Operation } from '@repasse/chassis/http/app';
import { linkStatus } from './link';
import { pagesFor, type PageDependencies, type PageQuery } from './link-pages';
import { findPayableLink } from './store/find-payable-link';

/** GET /pay/{linkId} */
export const getPaymentLinkPage = (deps: PageDependencies): Operation<unknown, PageQuery> => ({
  handle: async (request) => {
    const pages = pagesFor(deps, request);
    const now = deps.clock.now();
    const link = await findPayableLink(deps.db, request.params['linkId'] ?? '', now);
    if (link === undefined) return pages.missing();
    const status = linkStatus(link, now.getTime());
    return status === 'OPEN' ? pages.form(200, link, { formToken: deps.ids.ulid() }) : pages.ending(status, link);
  },
});
