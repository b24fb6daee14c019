import { positionOf } from '../../../bus/envelope';
import { keepDeadLetter } from '../../../consumer/internal/dead-letters';
import { type IncomingMessage } from '../../../bus/bus';
import { lockProgress } from '../../../consumer/progress';
import { type Tx } from '../../../postgres/database';
import { RefusedError, UsageError, type AdminArgs, type AdminCommand } from '../../command';
import { counted, listLimit, limitOption } from './listing';

const reasonColumns = `
  c.topic, c.key, c.position as "lastPosition", c.parked_reason as reason, c.parked_detail as detail,
  extract(epoch from now() - c.parked_at)::bigint as "ageSeconds", c.park_attempts as tries, c.retry_at as "retryAt",
  (select count(*) from parked_messages m where m.topic = c.topic and m.key = c.key and m.position > c.position) as waiting`;

/** The event that is to come next, where it is there. */
const nextColumns = `n.headers->>'ce_type' as "nextType", n.headers->>'ce_id' as "nextEventId"`;

const listSql = `
  select ${reasonColumns}, ${nextColumns}
  from consumed_positions c
  left join parked_messages n on n.topic = c.topic and n.key = c.key and n.position = c.position + 1
  where c.parked_at is not null and ($1::text is null or c.topic = $1)
  order by c.parked_at, c.topic, c.key limit $2`;

const listParked: AdminCommand = {
  name: 'parked list',
  summary: 'aggregates that stand still: why, since when, and the event that comes next',
  options: { topic: { type: 'string' }, ...limitOption },
  changes: false,
  run: async ({ db }, args) => {
    const rows = await db.query(listSql, [args.text('topic') ?? null, listLimit(args)]);
    return { rows, summary: `${counted(rows.length, 'aggregate')} parked.` };
  },
};

interface Target {
  readonly topic: string;
  readonly key: string;
}

const targetOf = (args: AdminArgs): Target => ({
  topic: args.positional('topic') ?? '',
  key: args.positional('key') ?? '',
});

const retrySql = 'update consumed_positions set retry_at = now() where parked_at is not null';

const retryParked: AdminCommand = {
  name: 'parked retry',
  summary: 'tries an aggregate again at once, or all with --all; the running service does it within 5 s',
  positionals: ['topic?', 'key?'],
  options: { all: { type: 'boolean' } },
  changes: true,
  run: async ({ db, isApplied }, args) => {
    const { topic, key } = targetOf(args);
    if (args.has('all') === (key !== '')) throw new UsageError('Name <topic> and <key>, or --all.');
    const [row] = await db.query<{ count: number }>(
      `select count(*) from consumed_positions
       where parked_at is not null and ($1 = '' or (topic, key) = ($1, $2))`,
      [topic, key],
    );
    const count = row?.count ?? 0;
    if (count === 0) throw new RefusedError('No such aggregate is parked.');
    if (!isApplied) return { summary: `Would try ${counted(count, 'aggregate')} again.` };
    await db.query(`${retrySql} and ($1 = '' or (topic, key) = ($1, $2))`, [topic, key]);
    return { summary: `${counted(count, 'aggregate')} will be tried again within 5 s.` };
  },
};

interface NextEvent {
  readonly position: number;
  /** Undefined where it is missing. */
  readonly message: IncomingMessage | undefined;
  /** The first position that is there, at or behind `position`. */
  readonly firstKept: number | undefined;
}

/** Locks the aggregate: the running service leaves it alone until the end of the transaction. */
const nextEventOf = async (tx: Tx, { topic, key }: Target): Promise<NextEvent> => {
  const progress = await lockProgress(tx, topic, key);
  if (progress?.isParked !== true) throw new RefusedError(`${key} of ${topic} is not parked.`);
  const position = progress.position + 1;
  const [kept] = await tx.query<IncomingMessage>(
    `select topic, key, partition, "offset", headers, value from parked_messages
     where topic = $1 and key = $2 and position >= $3 order by position limit 1`,
    [topic, key, position],
  );
  const firstKept = kept === undefined ? undefined : positionOf(kept);
  return { position, message: firstKept === position ? kept : undefined, firstKept };
};

const moveTo = async (tx: Tx, { topic, key }: Target, position: number): Promise<void> => {
  await tx.query('update consumed_positions set position = $3, retry_at = now() where topic = $1 and key = $2', [
    ...[topic, key, position],
  ]);
  await tx.query('delete from parked_messages where topic = $1 and key = $2 and position <= $3', [
    topic,
    key,
    position,
  ]);
};

const skipParked: AdminCommand = {
  name: 'parked skip',
  summary: 'leaves out the event an aggregate waits at, which then is a dead letter; the later ones go on',
  positionals: ['topic', 'key'],
  options: { position: { type: 'string' } },
  changes: true,
  run: ({ db, isApplied }, args) =>
    db.transaction(async (tx) => {
      const target = targetOf(args);
      const { position, message } = await nextEventOf(tx, target);
      const wanted = args.integer('position', 1);
      if (wanted !== undefined && wanted !== position) {
        throw new RefusedError(`${target.key} waits at position ${position}, not ${wanted}.`);
      }
      const event = message?.headers['ce_id'] ?? 'a missing event';
      if (!isApplied) return { summary: `Would skip position ${position} of ${target.key}: ${event}.` };
      if (message !== undefined) {
        await keepDeadLetter(tx, message, { reason: 'operator.skipped', detail: 'Skipped by an operator.' });
      }
      await moveTo(tx, target, position);
      return { summary: `Skipped position ${position} of ${target.key}: ${event}.` };
    }),
};

const releaseParked: AdminCommand = {
  name: 'parked release',
  summary: 'lets an aggregate go on behind events that are missing for good',
  positionals: ['topic', 'key'],
  changes: true,
  run: ({ db, isApplied }, args) =>
    db.transaction(async (tx) => {
      const target = targetOf(args);
      const { position, message, firstKept } = await nextEventOf(tx, target);
      if (message !== undefined) {
        throw new RefusedError(`Nothing is missing: position ${position} cannot be handled. Retry or skip it.`);
      }
      if (firstKept === undefined) throw new RefusedError('No later event is there: retry it.');
      const missing = `positions ${position} to ${firstKept - 1} of ${target.key}, which are missing`;
      if (!isApplied) return { summary: `Would go on behind ${missing}.` };
      await moveTo(tx, target, firstKept - 1);
      return { summary: `It goes on behind ${missing}.` };
    }),
};

export const parkedCommands: readonly AdminCommand[] = [listParked, retryParked, skipParked, releaseParked];
