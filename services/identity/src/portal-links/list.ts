import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type operations } from '@repasse/contracts/generated/http/identity';
import { type PortalLinkDependencies } from './dependencies';
import { listPortalLinks as read, type LinkPosition } from './table';
import { portalLinkView } from './view';

type Query = NonNullable<operations['listPortalLinks']['parameters']['query']>;

const cursors = cursorList<LinkPosition>(
  momentCursor({
    idForm: /^ptl_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ createdAt, linkId }) => [createdAt, linkId],
    read: (createdAt, linkId) => ({ createdAt, linkId }),
  }),
);

/** GET /portal-links. */
export const listPortalLinks = ({ db, clock }: PortalLinkDependencies): Operation<undefined, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit = 10, cursor } = request.query;
    const found = await read(db, callerOf(request).userId, cursors.after(cursor), limit + 1);
    const now = toIso(clock.now());
    return { status: 200, body: cursors.pageOf(found, limit, (link) => portalLinkView(link, now)) };
  },
});
