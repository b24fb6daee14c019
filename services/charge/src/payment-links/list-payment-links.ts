import { type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { readableUserIdOf } from '../http/caller';
import { linkBody } from './link-body';
import { type LinkDependencies } from './link-dependencies';
import { listLinks, type LinkPosition } from './store/links';

type Query = NonNullable<operations['listPaymentLinks']['parameters']['query']>;

/** GET /payment-links: the caller's, or for staff those of the user they name. */
export const listPaymentLinks = ({ db, clock, baseUrl }: LinkDependencies): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { user_id, limit = 10, cursor } = request.query;
    const found = await listLinks(db, readableUserIdOf(request, user_id), cursors.after(cursor), limit + 1);
    const now = clock.now();
    return { status: 200, body: cursors.pageOf(found, limit, (link) => linkBody(link, { baseUrl, now })) };
  },
});

const cursors = cursorList(
  momentCursor<LinkPosition>({
    idForm: /^lnk_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ created_at, link_id }) => [created_at, link_id],
    read: (created_at, link_id) => ({ created_at, link_id }),
  }),
);
