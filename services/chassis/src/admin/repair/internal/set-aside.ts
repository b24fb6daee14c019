import { isEventType, validateEvent } from '@repasse/contracts';
import { wakeChannel } from '../../../outbox/remote-wake';
import { type Tx } from '../../../postgres/database';
import { RefusedError, UsageError, type AdminArgs, type AdminCommand } from '../../command';
import { counted, limitOption, listLimit } from './listing';

const listSql = `
  select id, topic, aggregateid as key, position, type, headers->>'ce_id' as "eventId", reason,
    extract(epoch from now() - set_aside_at)::bigint as "ageSeconds", length(payload::text) as characters
  from outbox_set_aside
  where $1 or reason is not null
  order by id limit $2`;

const listSetAside: AdminCommand = {
  name: 'set-aside list',
  summary: 'events that cannot be published, and why; with --all those that wait behind them, too',
  options: { all: { type: 'boolean' }, ...limitOption },
  changes: false,
  run: async ({ db }, args) => {
    const rows = await db.query(listSql, [args.has('all'), listLimit(args)]);
    return { rows, summary: `${counted(rows.length, 'event')} set aside.` };
  },
};

const retrySetAside: AdminCommand = {
  name: 'set-aside retry',
  summary: 'has the relay publish the events of an aggregate again, or all with --all',
  positionals: ['topic?', 'key?'],
  options: { all: { type: 'boolean' } },
  changes: true,
  run: async ({ db, isApplied }, args) => {
    const [topic, key] = [args.positional('topic') ?? null, args.positional('key') ?? null];
    if (args.has('all') === (key !== null)) throw new UsageError('Name <topic> and <key>, or --all.');
    const [row] = await db.query<{ count: number }>(
      `select count(*) from outbox_set_aside
       where ($1::text is null or topic = $1) and ($2::text is null or aggregateid = $2)`,
      [topic, key],
    );
    const count = row?.count ?? 0;
    if (count === 0) throw new RefusedError('No such event is set aside.');
    if (!isApplied) return { summary: `Would publish ${counted(count, 'event')} again.` };
    await db.query('select put_back_outbox($1, $2)', [topic, key]);
    await db.query("select pg_notify($1, '')", [wakeChannel]);
    return { summary: `${counted(count, 'event')} will be published again within 2 s.` };
  },
};

interface SetAside {
  readonly id: string;
  readonly type: string;
  readonly topic: string;
  readonly key: string;
  readonly position: number;
}

/** Throws where no event of this id is set aside for a reason of its own. */
const requireSetAside = async (db: Tx, args: AdminArgs): Promise<SetAside> => {
  const id = args.positional('id') ?? '';
  if (!/^\d{1,18}$/.test(id)) throw new UsageError('<id> is a number of `set-aside list`.');
  const [event] = await db.query<SetAside>(
    `select id::text, type, topic, aggregateid as key, position from outbox_set_aside
     where id = $1 and reason is not null`,
    [id],
  );
  if (event === undefined) throw new RefusedError(`No event ${id} is set aside for a reason of its own.`);
  return event;
};

const nameOf = ({ position, key, type }: SetAside): string => `position ${position} of ${key} (${type})`;

const putBack = async (db: Tx, { topic, key }: Pick<SetAside, 'topic' | 'key'>): Promise<void> => {
  await db.query('select put_back_outbox($1, $2)', [topic, key]);
  await db.query("select pg_notify($1, '')", [wakeChannel]);
};

const mendSetAside: AdminCommand = {
  name: 'set-aside mend',
  summary: 'gives an event a payload that its contract allows, and has it published',
  positionals: ['id'],
  options: { payload: { type: 'string' } },
  changes: true,
  run: async ({ db, isApplied }, args) => {
    const event = await requireSetAside(db, args);
    const faults = payloadFaults(event.type, args.required('payload'));
    if (faults.length > 0) throw new RefusedError(`The payload is no ${event.type}: ${faults.join(' ')}`);
    if (!isApplied) return { summary: `Would publish ${nameOf(event)} with this payload.` };
    await db.query('update outbox_set_aside set payload = $2 where id = $1', [event.id, args.required('payload')]);
    await putBack(db, event);
    return { summary: `${nameOf(event)} will be published with this payload within 2 s.` };
  },
};

const payloadFaults = (type: string, payload: string): readonly string[] => {
  if (!isEventType(type)) return ['This release does not know the type.'];
  try {
    return validateEvent(type, JSON.parse(payload)).map(({ field, message }) => `${field}: ${message}`);
  } catch {
    return ['It is not JSON.'];
  }
};

const dropSetAside: AdminCommand = {
  name: 'set-aside drop',
  summary: 'gives up one event by its id; consumers then miss its position, until `parked release` there',
  positionals: ['id'],
  changes: true,
  run: async ({ db, isApplied }, args) => {
    const event = await requireSetAside(db, args);
    if (!isApplied) return { summary: `Would give up ${nameOf(event)}.` };
    await db.transaction(async (tx) => {
      // As put_back_outbox takes it: the relay must not set further events aside in between.
      await tx.query("select pg_advisory_xact_lock(hashtextextended('outbox set aside', 0))");
      await tx.query('delete from outbox_set_aside where id = $1', [event.id]);
      await putBack(tx, event);
    });
    return { summary: `Gave up ${nameOf(event)}; those behind it are published.` };
  },
};

export const setAsideCommands: readonly AdminCommand[] = [listSetAside, retrySetAside, mendSetAside, dropSetAside];
