import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { actorIn, writeFact } from '../audit/write';
import { withoutEvents } from '../store/commit';
import { type PortalLinkDependencies } from './dependencies';
import { portalLinkNotFound } from './refusals';
import { endPortalLink, findPortalLink } from './table';

/** DELETE /portal-links/{linkId}: the session behind it ends as well. */
export const revokePortalLink = (deps: PortalLinkDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const link = await findPortalLink(tx, request.params['linkId'] ?? '');
        if (link?.merchantUserId !== callerOf(request).userId) return portalLinkNotFound();
        const { linkId: object, userId } = link;
        if (await endPortalLink(tx, object, toIso(deps.clock.now())))
          await writeFact(tx, deps, 'PORTAL_LINK_REVOKED', actorIn(request), { object, before: { userId } });
        return { status: 204 };
      }),
    ),
});
