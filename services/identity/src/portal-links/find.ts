import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { hashOfSecret } from '../people/secrets';
import { type PortalLinkDependencies } from './dependencies';
import { portalLinkNotFound } from './refusals';
import { findWaitingLink } from './table';

/** POST /internal/portal-links/search: for the page behind the link, which programs that read mail may open too. */
export const findPortalLink = ({ db, clock }: PortalLinkDependencies): Operation<{ readonly secret: string }> => ({
  handle: async ({ body: { secret } }) => {
    const link = await findWaitingLink(db, hashOfSecret('portal link', secret), toIso(clock.now()));
    if (link === undefined) return portalLinkNotFound();
    const { sellerName, merchantName, expiresAt } = link;
    return { status: 200, body: { sellerName, merchantName, expiresAt } };
  },
});
