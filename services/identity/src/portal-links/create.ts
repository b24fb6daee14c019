import { callerOf } from '@repasse/chassis/auth/caller';
import { type Principal } from '@repasse/chassis/auth/principal';
import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../api-keys/view';
import { actorIn, writeFact } from '../audit/write';
import { newSecret } from '../new-secret';
import { hashOfSecret } from '../people/secrets';
import { findRecipient } from '../recipients/table';
import { recipientNotFound } from '../recipients/whose';
import { withoutEvents } from '../store/commit';
import { type PortalLinkDependencies } from './dependencies';
import { noConsole } from './refusals';
import { expiryOfLink, screensOf } from './rules';
import { insertPortalLink, type PortalLink } from './table';

type Body = components['schemas']['CreatePortalLink'];

/** POST /portal-links: by the merchant that made the seller; for everybody else there is no such recipient. */
export const createPortalLink = (deps: PortalLinkDependencies): Operation<Body> => ({
  handle: async (request) => {
    const { consoleUrl } = deps;
    if (consoleUrl === undefined) return noConsole();
    return deps.commit.answering(
      request,
      withoutEvents((tx) => create(deps, tx, request, consoleUrl)),
    );
  },
});

const create = async (
  deps: PortalLinkDependencies,
  tx: Tx,
  request: ApiRequest<Body>,
  consoleUrl: string,
): Promise<ApiResponse> => {
  const caller = callerOf(request);
  const recipient = await findRecipient(tx, request.body.userId, caller.userId);
  if (recipient?.managerUserId !== caller.userId) return recipientNotFound();
  const [secret, link] = [newSecret(), linkOf(deps, caller, request.body)];
  await insertPortalLink(tx, link, hashOfSecret('portal link', secret));
  const { linkId: id, userId, screens, expiresAt } = link;
  await writeFact(tx, deps, 'PORTAL_LINK_MADE', actorIn(request), { object: id, after: { userId, screens } });
  const url = `${consoleUrl.replace(/\/$/, '')}/portal?secret=${secret}`;
  return { status: 201, headers: noStore, body: { id, url, expiresAt } };
};

const linkOf = ({ clock, ids }: PortalLinkDependencies, caller: Principal, body: Body): PortalLink => {
  const now = clock.now();
  const { personId = null, clientId, userId: merchantUserId } = caller;
  return {
    ...{ linkId: `ptl_${ids.ulid()}`, userId: body.userId, merchantUserId },
    ...{ personId, clientId: personId === null ? clientId : null },
    ...{ personName: body.personName ?? null, screens: screensOf(body.screens), returnUrl: body.returnUrl ?? null },
    ...{ createdAt: toIso(now), expiresAt: expiryOfLink(now, body.expiresInSeconds) },
    ...{ openedAt: null, locale: null, endedAt: null },
  };
};
