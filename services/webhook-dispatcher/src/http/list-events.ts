import { type Operation } from '@repasse/chassis/http/operation';
import { type Fault, ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { isTypePattern, typesOf } from '../domain/event-types';
import { findEvent, readFeed, type FeedPage, type FeedQuery } from '../store/events';
import { ownerOf } from './caller';
import { hintOfEnd } from './past-end';
import { type FeedWaiters } from './feed-waiters';

interface Query {
  readonly after?: string;
  readonly types?: string;
  readonly chargeId?: string;
  readonly limit: number;
  readonly waitSeconds: number;
}

/** GET /events: the bodies as they are delivered, put together as text. */
export const listEvents = (db: Database, waiters: FeedWaiters): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => (faulty.has('types') ? [] : typeFaults(query.types)),
  handle: async (request) => {
    const { query, signal } = request;
    const wanted = { ...feedQuery(query), userId: ownerOf(request) };
    const after = await sequenceOf(db, query.after, wanted.userId);
    const page = await waiters.untilFound({
      userId: wanted.userId,
      waitMs: query.waitSeconds * 1_000,
      signal,
      read: () => readFeed(db, { ...wanted, after }),
      isFound: ({ events, hasMore }) => events.length > 0 || hasMore,
    });
    return { status: 200, contentType: 'application/json; charset=utf-8', body: pageText(page, query.after) };
  },
});

const feedQuery = ({ types, chargeId, limit }: Query): Omit<FeedQuery, 'userId' | 'after'> => ({
  limit,
  chargeId,
  types: types === undefined ? undefined : typesOf(patternsOf(types)),
});

const patternsOf = (types: string): readonly string[] => types.split(',').map((type) => type.trim());

const typeFaults = (types: string | undefined): readonly Fault[] => {
  const unknown = types === undefined ? [] : patternsOf(types).filter((type) => !isTypePattern(type));
  return unknown.length === 0
    ? []
    : [{ field: 'types', message: `names no type or family of events with ${unknown.join(', ')}.` }];
};

const sequenceOf = async (db: Database, after: string | undefined, userId: number): Promise<number> => {
  if (isBeginning(after)) return 0;
  const event = await findEvent(db, after, userId);
  if (event === undefined) throw unknownAfter(after);
  return event.sequence;
};

/** Also `nextAfter` of an empty first page as clients write null into a query: `null`, or nothing. */
const isBeginning = (after: string | undefined): after is undefined | '' | 'null' =>
  after === undefined || after === '' || after === 'null';

const unknownAfter = (after: string): ProblemError =>
  new ProblemError({
    status: 400,
    code: 'request.invalid',
    detail: 'The request has 1 fault.',
    errors: [{ field: 'after', message: `There is no event ${after} in this feed.${hintOfEnd(after)}` }],
  });

const pageText = ({ events, lookedTo, hasMore }: FeedPage, after: string | undefined): string => {
  const nextAfter = JSON.stringify(lookedTo?.id ?? (isBeginning(after) ? null : after));
  return `{"data":[${events.map(({ body }) => body).join(',')}],"nextAfter":${nextAfter},"hasMore":${hasMore}}`;
};
