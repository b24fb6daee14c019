import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Database } from '@repasse/chassis/postgres/database';
import { type operations } from '@repasse/contracts/generated/http/identity';
import { userIdOf, userNotFound } from '../users/routes';
import { findUser } from '../users/table';
import { listAuditEntries, type AuditPosition } from './table';

type Query = NonNullable<operations['listAudit']['parameters']['query']>;

const cursors = cursorList<AuditPosition>(
  momentCursor({
    idForm: /^aud_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ happenedAt, auditId }) => [happenedAt, auditId],
    read: (happenedAt, auditId) => ({ happenedAt, auditId }),
  }),
);

const check: NonNullable<Operation<undefined, Query>['check']> = ({ query }, faulty) =>
  cursors.faultsOf(query.cursor, faulty);

/** GET /audit. */
export const listAudit = (db: Database): Operation<undefined, Query> => ({
  check,
  handle: (request) => pageOf(db, callerOf(request).userId, request),
});

/** GET /users/{userId}/audit. */
export const listAuditOfUser = (db: Database): Operation<undefined, Query> => ({
  check,
  handle: async (request) => {
    const userId = userIdOf(request.params);
    return (await findUser(db, userId)) === undefined ? userNotFound() : pageOf(db, userId, request);
  },
});

const pageOf = async (
  db: Database,
  userId: number,
  { query }: Pick<ApiRequest<undefined, Query>, 'query'>,
): Promise<ApiResponse> => {
  const { limit = 10, cursor, ...filter } = query;
  const found = await listAuditEntries(db, { ...filter, userId }, cursors.after(cursor), limit + 1);
  return { status: 200, body: cursors.pageOf(found, limit, (entry) => entry) };
};
