import { randomInt } from 'node:crypto';
import { createDoorbell } from '../../doorbell';
import { type SubscribeOptions, type Subscription } from '../bus';
import { membersChannel, type OwnershipSession } from './ownership-session';
import { createOwnedPartitions, type OwnershipDependencies } from './owned-partitions';
import { topicSettings } from './topic-settings';

export interface PostgresSubscription extends Subscription {
  readonly topic: string;
  /** Something was published to these partitions. */
  onNews(partitions: Iterable<number>): void;
  /** Members came or went, or everything is to be looked at again. */
  review(): void;
}

/** How often a member looks who else is there and whether news was missed: the longest a dead member's share waits. */
const reviewIntervalMs = 1_000;

/** Reviews fail while PostgreSQL is away. After this long, starting anew is the better hope. */
const aliveGraceMs = 60_000;

const memberIdMax = 2 ** 31 - 1;

/**
 * A member of a group. Who is a member, and who owns which partition, are session locks and nothing else: they end
 * with the process that holds them, however it ends. Members sort themselves by their numbers, and each takes every
 * n-th partition, so all come to the same division without talking.
 */
export const startSubscription = (options: SubscribeOptions, deps: OwnershipDependencies): PostgresSubscription => {
  const { ownership, log } = deps;
  const { group, topic } = options;
  const membersSpace = `members ${group} ${topic}`;
  const memberId = randomInt(1, memberIdMax);
  const bell = createDoorbell();
  let isStopping = false;
  let reviewedAtMs = performance.now();

  const announce = async (): Promise<void> => {
    await ownership.query('select pg_notify($1, $2)', [membersChannel, `${group} ${topic}`]);
  };
  const onReleased = async (): Promise<void> => {
    bell.ring();
    await announce();
  };
  const owned = createOwnedPartitions(options, deps, onReleased);

  const review = async (): Promise<void> => {
    const { members, heads } = await survey(ownership, membersSpace, topic);
    if (!members.includes(memberId)) await join();

    await owned.keep(shareOf(members, memberId, topicSettings(topic).partitions));
    owned.wakeThoseBehind(heads);
    reviewedAtMs = performance.now();
  };
  const join = async (): Promise<void> => {
    await ownership.tryLock(membersSpace, memberId);
    await announce();
    bell.ring();
  };
  const reviewForever = async (): Promise<void> => {
    while (!isStopping) {
      await review().catch((fault: unknown) => log.warn({ err: fault, group, topic }, 'group not reviewed'));
      await bell.wait(reviewIntervalMs);
    }
  };
  const leaveGroup = async (): Promise<void> => {
    await owned.releaseAll();
    await ownership.unlock(membersSpace, memberId);
    await announce();
  };

  const running = reviewForever();
  return {
    topic,
    onNews: (partitions) => owned.wake(partitions),
    review: () => bell.ring(),
    isAlive: () => !isStopping && performance.now() - reviewedAtMs < aliveGraceMs,
    stop: async () => {
      isStopping = true;
      bell.ring();
      await running;
      await leaveGroup().catch((fault: unknown) => log.warn({ err: fault, group, topic }, 'group left without a word'));
    },
  };
};

const shareOf = (members: readonly number[], memberId: number, partitions: number): ReadonlySet<number> => {
  const rank = members.indexOf(memberId);
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  return new Set(all.filter((partition) => partition % members.length === rank));
};

interface Survey {
  /** In ascending order. */
  readonly members: readonly number[];
  /** Partition → the offset its next message gets. */
  readonly heads: Readonly<Record<string, number>>;
}

/** Live members and what was published, in one round trip. A lock on two numbers shows them as classid and objid. */
const survey = async (ownership: OwnershipSession, membersSpace: string, topic: string): Promise<Survey> => {
  const [row] = await ownership.query<Survey>(
    `select
       (select coalesce(json_agg(l.objid::bigint order by l.objid), '[]')
        from pg_locks l
        where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
          and l.classid = (hashtext($1)::bigint & 4294967295)::oid
          and l.database = (select oid from pg_database where datname = current_database())) as members,
       (select coalesce(json_object_agg(partition, next_offset), '{}') from bus_partitions where topic = $2) as heads`,
    [membersSpace, topic],
  );
  return row ?? { members: [], heads: {} };
};
