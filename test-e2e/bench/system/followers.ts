import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type StackFile } from '../../../deploy/local/stack-file';

/** Past this the consumers have not kept up, and the next measurement is not to wait for them any longer. */
const followTimeoutMs = 45_000;
const followPollMs = 50;

const quietMs = 2_000;

/**
 * Whether what was done has arrived everywhere. invoice-query reads every topic and keeps what it read, so its archive
 * tells how far the slowest way through the system is.
 */
export interface Follower {
  /** A point in the archive. */
  mark(): Promise<number>;
  /** Waits until so many events of the type have come since; answers how many there are when it stops waiting. */
  awaitEvents(since: number, type: string, wanted: number): Promise<number>;
  /** Waits until nothing new has come for a while, so that work that was given up does not fall into the next phase. */
  awaitQuiet(): Promise<void>;
  close(): Promise<void>;
}

export const openFollower = async (stack: StackFile): Promise<Follower> => {
  const client = new Client({
    connectionString: `${stack.postgresUrl}/repasse_invoice_query`,
    application_name: 'bench',
  });
  await client.connect();
  const number = async (sql: string, params: readonly unknown[]): Promise<number> =>
    Number((await client.query<{ number: string | null }>(sql, [...params])).rows[0]?.number ?? 0);
  const mark = (): Promise<number> => number('select max(sequence) as number from received_events', []);
  return {
    mark,
    awaitQuiet: async () => {
      const deadlineMs = performance.now() + followTimeoutMs;
      for (let [before, now] = [-1, await mark()]; before !== now && performance.now() < deadlineMs;) {
        await pause(quietMs);
        [before, now] = [now, await mark()];
      }
    },
    awaitEvents: async (since, type, wanted) => {
      const deadlineMs = performance.now() + followTimeoutMs;
      for (;;) {
        const sql = `select count(*) as number from received_events where sequence > $1 and envelope ->> 'type' = $2`;
        const seen = await number(sql, [since, type]);
        if (seen >= wanted || performance.now() > deadlineMs) return seen;
        await pause(followPollMs);
      }
    },
    close: () => client.end(),
  };
};
