import { type AnyEvent } from '@repasse/contracts';
import { toIso, type Clock } from '../../../clock';
import { writing, type Consumption } from '../../../consumer/consumer';
import { type Logger } from '../../../log/logger';
import { type Database } from '../../../postgres/database';
import { callOf } from '../../../projection/show-events';
import { every } from '../../../waiting/poll';
import { type Principal } from '../../principal';
import { doubtUsers } from './doubted-access';
import { accessTypes, isAccessEvent, revokedAccess } from '../access-changes';

export interface Access {
  /** From memory, so that no request waits for it. */
  isRevoked(principal: Pick<Principal, 'userId' | 'clientId' | 'issuedAt'>): boolean;
  /** Reads from the database after a consumer kept these events; other replicas read at their next interval. */
  refreshAfter(events: readonly AnyEvent[]): void;
  /** Belongs to each consumption of identity's events: see doubtUsers. */
  readonly onHeldBack: NonNullable<Consumption['onHeldBack']>;
  /** Stores identity's events, for services that consume nothing else from its topic. */
  readonly consumption: Consumption;
  stop(): Promise<void>;
}

/** Partitions are shared among replicas, so each also looks at what the others have kept. */
const refreshMs = 5_000;

/** Longer than the commit of a batch takes most often. */
const heldBackRefreshMs = 200;

/**
 * No token lives longer (identity's TOKEN_TTL_SECONDS is at most a day), so older revocations are left out: tokens from
 * before them have expired. The extra hour covers differences between clocks.
 */
const tokensLiveMsMax = 25 * 60 * 60_000;

/**
 * Learns from identity's events which tokens were revoked. What it knows stays in force while bus or database are down.
 */
export const followAccess = async (o: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): Promise<Access> => {
  let known = await readKnown(o.db, o.clock);
  const loop = every({
    name: 'revoked access',
    log: o.log,
    intervalMs: refreshMs,
    firstDelayMs: refreshMs,
    run: async () => {
      known = await readKnown(o.db, o.clock);
    },
  });
  const refreshAfter = (events: readonly AnyEvent[]): void => {
    if (events.some(isAccessEvent)) loop.wake();
  };
  const onHeldBack: Access['onHeldBack'] = async (messages, tx) => {
    const own = messages.filter(({ topic }) => revokedAccess.topics.includes(topic));
    if (own.length === 0) return;
    await doubtUsers(tx, o.clock, own);
    // Behind the commit, which follows at once; the next interval finds what this reading was too early for.
    loop.wakeWithin(heldBackRefreshMs);
  };
  return {
    onHeldBack,
    isRevoked: ({ userId, clientId, issuedAt }) =>
      known.revoked.has(nameOf('user', String(userId))) ||
      known.revoked.has(nameOf('key', clientId)) ||
      Date.parse(issuedAt) <= (known.doubted.get(String(userId)) ?? -Infinity),
    refreshAfter,
    consumption: {
      topics: revokedAccess.topics,
      types: accessTypes,
      // A later activation must not overtake a suspension that could not be kept.
      onPoison: 'park',
      ...writing((events) => [callOf(revokedAccess, events)]),
      onHeldBack,
      afterCommit: refreshAfter,
    },
    stop: () => loop.stop(),
  };
};

interface Known {
  readonly revoked: ReadonlySet<string>;
  readonly doubted: ReadonlyMap<string, number>;
}

interface KnownRow {
  readonly kind: string;
  readonly id: string;
  /** Until when the tokens of a user are doubted; null for what is revoked. */
  readonly doubtedAt: string | null;
}

/** One statement, since every process asks it every few seconds. */
const readKnown = async (db: Database, clock: Clock): Promise<Known> => {
  const since = toIso(new Date(clock.now().getTime() - tokensLiveMsMax));
  const rows = await db.query<KnownRow>(
    `select kind, id, null::timestamptz as "doubtedAt" from revoked_access where revoked_at > $1::timestamptz
     union all
     select 'user', user_id, doubted_at from doubted_access where doubted_at > $1::timestamptz`,
    [since],
  );
  const revoked = new Set<string>();
  const doubted = new Map<string, number>();
  for (const { kind, id, doubtedAt } of rows) {
    if (doubtedAt === null) revoked.add(nameOf(kind, id));
    else doubted.set(id, Date.parse(doubtedAt));
  }
  return { revoked, doubted };
};

const nameOf = (kind: string, id: string): string => `${kind} ${id}`;
