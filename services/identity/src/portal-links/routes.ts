import { type Operations } from '@repasse/chassis/http/app';
import { createPortalLink } from './create';
import { type PortalLinkDependencies } from './dependencies';
import { findPortalLink } from './find';
import { listPortalLinks } from './list';
import { openPortalLink } from './open';
import { revokePortalLink } from './revoke';

export const portalLinkOperations = (deps: PortalLinkDependencies): Operations => ({
  createPortalLink: createPortalLink(deps),
  listPortalLinks: listPortalLinks(deps),
  revokePortalLink: revokePortalLink(deps),
  findPortalLink: findPortalLink(deps),
  openPortalLink: openPortalLink(deps),
});
