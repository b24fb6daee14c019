import { type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type operations } from '@repasse/contracts/generated/http/identity';
import { type RecipientDependencies } from '../dependencies';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { findSeen, mayChange, maySeeAll, notManaged, recipientNotFound } from '../whose';
import { listDocumentRows, type RecipientDocument } from './table';

type Query = NonNullable<operations['listRecipientDocuments']['parameters']['query']>;

const cursors = cursorList<Pick<RecipientDocument, 'createdAt' | 'documentId'>>(
  momentCursor({
    idForm: /^doc_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ createdAt, documentId }) => [createdAt, documentId],
    read: (createdAt, documentId) => ({ createdAt, documentId }),
  }),
);

/** GET /recipients/{recipientId}/documents, newest first: for those who keep them, and for staff. */
export const listDocuments = ({ db }: RecipientDependencies): Operation<undefined, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const caller = callerOf(request);
    const recipient = await findSeen(db, caller, request.params);
    if (recipient === undefined) return recipientNotFound();
    if (!isStaff(caller) && !mayChange(caller, recipient)) return notManaged();
    const isWhole = maySeeAll(caller, recipient);
    const { limit = 10, cursor, kind } = request.query;
    const found = await listDocumentRows(db, { userId: recipient.userId, kind }, cursors.after(cursor), limit + 1);
    return {
      status: 200,
      body: cursors.pageOf(found, limit, (document) => (isWhole ? document : { ...document, location: null })),
    };
  },
});
