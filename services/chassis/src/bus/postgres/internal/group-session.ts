import { endWhenSilent } from '../../../postgres/internal/advisory-lock';
import { type ConnectionOptions } from '../../../postgres/internal/connection';
import { openSession, type Session } from '../../../postgres/session';
import { type PlaceOffset } from '../../bus';
import { newsChannel } from './news';

/** The channel on which members of a group tell each other that one came or went. */
const membersChannel = 'bus_members';

/**
 * The connection by which this process takes part in groups. Members are session locks and nothing else, so they end
 * with the process, however it ends, and some seconds after it hangs. When the connection breaks, `term` grows: the server may have lost facts read
 * under an older term.
 */
export interface GroupSession {
  term(): number;
  /** Receives notifications of the topics from now on, also after a reconnection. */
  follow(topics: readonly string[]): Promise<void>;
  survey(group: string, topics: readonly string[]): Promise<Survey>;
  join(group: string, memberId: number): Promise<void>;
  leave(group: string, memberId: number): Promise<void>;
  close(): Promise<void>;
}

export interface Survey {
  /** In ascending order. */
  readonly members: readonly number[];
  /** Of every partition, the offset its next message gets. */
  readonly heads: readonly PlaceOffset[];
}

export interface GroupListeners {
  /** Members came or went, or the connection is gone: look again. */
  readonly onChange: () => void;
  readonly onNews: (channel: string, payload: string) => void;
}

export const openGroupSession = (options: ConnectionOptions, listeners: GroupListeners): GroupSession => {
  const followed = new Set<string>();
  let opening: Promise<Session> | undefined;
  let term = 0;
  let isClosed = false;

  const open = async (): Promise<Session> => {
    const session = await openSession(options);
    session.onNotification((channel, payload) =>
      channel === membersChannel ? listeners.onChange() : listeners.onNews(channel, payload),
    );
    session.onLost(() => {
      term += 1;
      opening = undefined;
      listeners.onChange();
    });
    await endWhenSilent(session);
    await session.query(`listen ${membersChannel}`);
    for (const topic of followed) await listen(session, topic);
    return session;
  };
  const current = (): Promise<Session> => {
    if (isClosed) return Promise.reject(new Error('The bus is closed.'));
    return (opening ??= open().catch((fault: unknown) => {
      opening = undefined;
      throw fault;
    }));
  };

  return {
    term: () => term,
    follow: async (topics) => {
      const added = topics.filter((topic) => !followed.has(topic));
      for (const topic of added) followed.add(topic);
      const session = await current();
      for (const topic of added) await listen(session, topic);
    },
    survey: async (group, topics) => {
      const [row] = await (await current()).query<Survey>(surveySql, [membersSpace(group), topics]);
      return row ?? { members: [], heads: [] };
    },
    join: async (group, memberId) => {
      await (await current()).query(joinSql, [membersSpace(group), memberId, membersChannel, group]);
    },
    leave: async (group, memberId) => {
      await (await current()).query(leaveSql, [membersSpace(group), memberId, membersChannel, group]);
    },
    close: async () => {
      isClosed = true;
      const session = await opening?.catch(() => undefined);
      await session?.close();
    },
  };
};

const membersSpace = (group: string): string => `members ${group}`;

const listen = (session: Session, topic: string): Promise<object[]> => session.query(`listen "${newsChannel(topic)}"`);

const joinSql = 'select pg_advisory_lock(hashtext($1), $2::integer), pg_notify($3, $4)';
const leaveSql = 'select pg_advisory_unlock(hashtext($1), $2::integer), pg_notify($3, $4)';

/** Live members and published offsets, in one round trip. A lock on two numbers shows them as classid and objid. */
const surveySql = `
  select
    (select coalesce(json_agg(l.objid::bigint order by l.objid), '[]')
     from pg_locks l
     where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
       and l.classid = (hashtext($1)::bigint & 4294967295)::oid
       and l.database = (select oid from pg_database where datname = current_database())) as members,
    (select coalesce(json_agg(json_build_object('topic', topic, 'partition', partition, 'nextOffset', next_offset)), '[]')
     from bus_partitions where topic = any ($2)) as heads`;
