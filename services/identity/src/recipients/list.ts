import { type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type operations } from '@repasse/contracts/generated/http/identity';
import { plainDocument } from '@repasse/values/check-digits/documents';
import { type RecipientDependencies } from './dependencies';
import { listRecipientRows, type ListedRecipient } from './list-rows';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { recipientView } from './view';

type Query = NonNullable<operations['listRecipients']['parameters']['query']>;
type Position = Pick<ListedRecipient, 'listedAt' | 'userId'>;

const cursors = cursorList<Position>(
  momentCursor({
    idForm: /^\d{1,15}$/,
    write: ({ listedAt, userId }) => [listedAt, String(userId)],
    read: (listedAt, id) => ({ listedAt, userId: Number(id) }),
  }),
);

/** GET /recipients: a merchant's own, newest first; staff see all, or those of a merchant. */
export const listRecipients = ({ db }: RecipientDependencies): Operation<undefined, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const caller = callerOf(request);
    const { limit = 10, cursor, merchant_user_id: named, document, ...filter } = request.query;
    const merchantUserId = isStaff(caller) ? (named ?? null) : caller.userId;
    const found = await listRecipientRows(
      db,
      { ...filter, merchantUserId, document: document === undefined ? undefined : plainDocument(document) },
      cursors.after(cursor),
      limit + 1,
    );
    return { status: 200, body: cursors.pageOf(found, limit, (recipient) => recipientView(recipient, caller)) };
  },
});
