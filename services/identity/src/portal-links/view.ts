import { statusOf } from './rules';
import { type PortalLink } from './table';

export const portalLinkView = (link: PortalLink, now: string) => {
  const { linkId, userId, personName, screens, returnUrl, createdAt, openedAt, expiresAt } = link;
  return {
    ...{ id: linkId, userId, personName, screens, returnUrl, status: statusOf(link, now) },
    ...{ createdAt, openedAt, expiresAt },
  };
};
