import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../api-keys/view';
import { writeFact } from '../audit/write';
import { newSecret } from '../new-secret';
import { hashOfSecret } from '../people/secrets';
import { actorFrom } from '../people/sessions/arrival';
import { withoutEvents } from '../store/commit';
import { type PortalLinkDependencies } from './dependencies';
import { portalLinkNotFound } from './refusals';
import { expiryOfSession } from './rules';
import { findWaitingLink, markOpened, type PortalLink } from './table';

type Body = components['schemas']['OpenPortalLink'];

/** POST /internal/portal-links/opening: of two who open it at once, one does. */
export const openPortalLink = (deps: PortalLinkDependencies): Operation<Body> => ({
  handle: (request) => deps.commit<ApiResponse>(withoutEvents((tx) => open(deps, tx, request))),
});

const open = async (deps: PortalLinkDependencies, tx: Tx, request: ApiRequest<Body>): Promise<ApiResponse> => {
  const { secret: ofLink, locale } = request.body;
  const now = deps.clock.now();
  const link = await findWaitingLink(tx, hashOfSecret('portal link', ofLink), toIso(now));
  if (link === undefined) return portalLinkNotFound();
  const [secret, expiresAt] = [newSecret(), expiryOfSession(now)];
  const opened = { linkId: link.linkId, locale, openedAt: toIso(now), expiresAt };
  if (!(await markOpened(tx, opened, hashOfSecret('portal session', secret)))) return portalLinkNotFound();
  await writeOpening(deps, tx, request, link);
  const body = { sessionSecret: secret, sessionId: link.linkId, needsSecondFactor: false, expiresAt };
  return { status: 201, headers: noStore, body };
};

/** In the logs of both, by whoever made the link: who opened it is known to the merchant's site alone. */
const writeOpening = async (
  deps: PortalLinkDependencies,
  tx: Tx,
  { body: { arrival }, requestId }: ApiRequest<Body>,
  { linkId, clientId, personId, userId, merchantUserId, screens }: PortalLink,
): Promise<void> => {
  const by = { ...actorFrom(arrival, requestId), clientId, personId };
  for (const at of [merchantUserId, userId])
    await writeFact(
      tx,
      deps,
      'PORTAL_LINK_OPENED',
      { ...by, userId: at },
      { object: linkId, after: { userId, screens } },
    );
};
