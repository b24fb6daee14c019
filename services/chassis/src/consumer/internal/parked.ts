import { type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage } from '../../bus/bus';
import { positionOf } from '../../bus/envelope';
import { partitionOf } from '../../bus/internal/partitioner';
import { topicSettings } from '../../bus/internal/topic-settings';
import { systemClock, toIso } from '../../clock';
import { isRetryableFault } from '../../postgres/faults';
import { type Tx } from '../../postgres/database';
import { pollDue } from '../../waiting/poll-due';
import { eventsOf, handleTogether } from './batch';
import { type ParkedKey } from './admit-closely';
import { detailOf, parkedRetryDelayMs, parkOrDeadLetter } from './poison';
import { keepMessage } from '../progress';
import { redeliverDeadLetters, type RedeliverOptions } from './redeliver';

export type ParkedOptions = RedeliverOptions;

/** Retries parked aggregates when they are due or when an event may have changed their state. */
export interface ParkedRetrier {
  wake(): void;
  stop(): Promise<void>;
}

/** Parking wakes the retrier of its own process; this finds what a process parked before it died, and what operators ask for. */
const dueCheckIntervalMs = 5_000;

/** After a round that found aggregates: rows that another transaction had locked may be free now. */
const nextRoundMs = 1_000;

/** Further aggregates wait for the next round, seconds later. */
const aggregatesPerRoundMax = 50;

interface Due {
  readonly topic: string;
  readonly key: string;
  /** With microseconds: shows whether another process or an event has requested another try meanwhile. */
  readonly retryAt: string;
}

export const startParkedRetrier = (options: ParkedOptions): ParkedRetrier => {
  const { db, log } = options;
  let isStopping = false;

  const loop = pollDue({
    name: 'parked aggregates',
    clock: systemClock,
    log,
    backstopMs: dueCheckIntervalMs,
    look: async () => {
      const [{ due, letters, nextInMs } = nothing] = await db.query<Work>(workSql, [aggregatesPerRoundMax]);
      for (const aggregate of due) if (!isStopping) await retryAggregate(options, aggregate);
      if (!isStopping) await redeliverDeadLetters(options, letters);
      const waitMs = due.length + letters.length > 0 ? nextRoundMs : nextInMs;
      return {
        isMore: false,
        nextDueAt: waitMs === null ? null : toIso(new Date(systemClock.now().getTime() + waitMs)),
      };
    },
  });

  return {
    wake: () => loop.wake(),
    stop: async () => {
      isStopping = true;
      await loop.stop();
    },
  };
};

interface Work {
  readonly due: readonly Due[];
  /** Dead letters that an operator has put back. */
  readonly letters: readonly number[];
  /** By the clock of the database, which the due times are by. */
  readonly nextInMs: number | null;
}

const nothing: Work = { due: [], letters: [], nextInMs: null };

/** One statement, since every process asks it every few seconds. */
const workSql = `
  with due as (
    select topic, key, retry_at::text as "retryAt" from consumed_positions
    where parked_at is not null and retry_at <= now() order by retry_at limit $1),
  put_back as (
    select id from dead_letters where put_back_at is not null and settled_at is null order by id limit $1)
  select coalesce((select jsonb_agg(due) from due), '[]') as due,
    coalesce((select jsonb_agg(id) from put_back), '[]') as letters,
    (select ceil(1000 * extract(epoch from min(retry_at) - now()))::float8 from consumed_positions
     where parked_at is not null and retry_at > now()) as "nextInMs"`;

const retryAggregate = async (options: ParkedOptions, due: Due): Promise<void> => {
  const { log } = options;
  const { topic, key } = due;
  try {
    await fillGap(options, due);
    const last = await advanceWhilePossible(options, due);
    if (last === 'caught up') log.info({ topic, key }, 'parked aggregate caught up');
    if (last === 'gap') await postpone(options, due, await whyMissing(options, due));
  } catch (fault) {
    await postpone(options, due, detailOf(fault));
    log.error({ err: fault, topic, key }, 'parked aggregate still cannot go on');
  }
};

/** Fetches the events missing before the first kept message from the bus, which has all of the last months. */
const fillGap = async ({ db, bus }: ParkedOptions, { topic, key }: ParkedKey): Promise<void> => {
  const [row] = await db.query<{ position: number; next: number | null; offset: number | null }>(
    `select c.position, n.position as next, n."offset"
     from consumed_positions c left join lateral (
       select m.position, m."offset" from parked_messages m
       where m.topic = c.topic and m.key = c.key and m.position > c.position order by m.position limit 1
     ) n on true
     where c.topic = $1 and c.key = $2`,
    [topic, key],
  );
  if (row === undefined || row.next === row.position + 1) return;
  const gap = row.offset === null ? undefined : { afterPosition: row.position, beforeOffset: row.offset };
  for (const message of await bus.replay(topic, key, gap)) {
    if ((positionOf(message) ?? 0) > row.position) await keepMessage(db, message);
  }
};

/** A missing event may be older than the topic keeps messages: then it will not come, and an operator has to decide. */
const whyMissing = async ({ bus }: ParkedOptions, { topic, key }: ParkedKey): Promise<string> => {
  const partition = partitionOf(key, topicSettings(topic).partitions);
  const place = (await bus.ends([topic])).find((one) => one.partition === partition);
  const missing = 'A position is missing on the bus too.';
  if (place === undefined || place.firstOffset === 0) return missing;
  return `${missing} It may be older than the topic: partition ${partition} begins at offset ${place.firstOffset} now.`;
};

type Step = 'advanced' | 'caught up' | 'gap' | 'taken by another process';

const advanceWhilePossible = async (options: ParkedOptions, parked: ParkedKey): Promise<Step> => {
  for (;;) {
    const step = await advanceOrBury(options, parked);
    if (step !== 'advanced') return step;
  }
};

const advanceOrBury = async (options: ParkedOptions, parked: ParkedKey): Promise<Step> => {
  const consumption = options.consumptions(parked.topic);
  let tried: IncomingMessage | undefined;
  let events: readonly AnyEvent[] = [];
  try {
    const step = await options.db.transaction((tx) =>
      advance(tx, parked, async (message) => {
        tried = message;
        events = eventsOf(consumption, [message]);
        if (events.length > 0) await handleTogether(consumption, events, tx);
        // Work that was done ahead for the aggregates that still wait must outlast the work of this one.
        await consumption.onHeldBack?.(await waitingBehind(tx, message), tx);
      }),
    );
    if (events.length > 0) options.afterCommit({ consumption, events });
    return step;
  } catch (fault) {
    if (tried === undefined || consumption.onPoison === 'park' || isRetryableFault(fault)) throw fault;
    await parkOrDeadLetter(options, tried, fault);
    return 'advanced';
  }
};

/** Lets the next message of a parked aggregate take effect; with none left, the aggregate is parked no longer. */
const advance = async (
  tx: Tx,
  { topic, key }: ParkedKey,
  apply: (message: IncomingMessage) => Promise<void>,
): Promise<Step> => {
  const [row] = await tx.query<{ position: number }>(
    `select position from consumed_positions
     where topic = $1 and key = $2 and parked_at is not null for update skip locked`,
    [topic, key],
  );
  if (row === undefined) return 'taken by another process';
  await tx.query('delete from parked_messages where topic = $1 and key = $2 and position <= $3', [
    topic,
    key,
    row.position,
  ]);
  const [message] = await tx.query<IncomingMessage & { position: number }>(
    `select topic, partition, "offset", key, headers, value, position
     from parked_messages where topic = $1 and key = $2 order by position limit 1`,
    [topic, key],
  );
  if (message === undefined) return unpark(tx, topic, key);
  if (message.position > row.position + 1) return 'gap';
  await apply(message);
  await tx.query('update consumed_positions set position = $3 where topic = $1 and key = $2', [
    topic,
    key,
    message.position,
  ]);
  return 'advanced';
};

const waitingBehind = (tx: Tx, { topic, key, headers }: IncomingMessage): Promise<IncomingMessage[]> =>
  tx.query<IncomingMessage>(
    `select topic, partition, "offset", key, headers, value
     from parked_messages where topic = $1 and key = $2 and position > $3 order by position`,
    [topic, key, Number(headers['ce_position'])],
  );

const unpark = async (tx: Tx, topic: string, key: string): Promise<Step> => {
  await tx.query(
    `update consumed_positions
     set parked_at = null, parked_reason = null, parked_detail = null, retry_at = null, park_attempts = 0
     where topic = $1 and key = $2`,
    [topic, key],
  );
  return 'caught up';
};

/** Does nothing when an event that may fill the gap came during the try and set another time. */
const postpone = async ({ db }: ParkedOptions, { topic, key, retryAt }: Due, detail: string): Promise<void> => {
  await db.query(
    `update consumed_positions
     set retry_at = now() + $3 * interval '1 millisecond', park_attempts = park_attempts + 1, parked_detail = $4
     where topic = $1 and key = $2 and parked_at is not null and retry_at = $5::timestamptz`,
    [topic, key, parkedRetryDelayMs, detail, retryAt],
  );
};
