import { settle } from '../../../consumer/internal/dead-letters';
import { RefusedError, UsageError, type AdminArgs, type AdminCommand } from '../../command';
import { counted, limitOption, listLimit } from './listing';

const listSql = `
  select id, topic, key, position, headers->>'ce_type' as type, headers->>'ce_id' as "eventId", reason, detail,
    extract(epoch from now() - buried_at)::bigint as "ageSeconds",
    case when settled_how is not null then settled_how when put_back_at is not null then 'put back' else 'open' end as state
  from dead_letters
  where ($1 or settled_at is null) and ($2::text is null or topic = $2)
  order by id limit $3`;

const listDeadLetters: AdminCommand = {
  name: 'dead-letters list',
  summary: 'events that did not take effect, and why; with --all those that are settled, too',
  options: { all: { type: 'boolean' }, topic: { type: 'string' }, ...limitOption },
  changes: false,
  run: async ({ db }, args) => {
    const rows = await db.query(listSql, [args.has('all'), args.text('topic') ?? null, listLimit(args)]);
    return { rows, summary: `${counted(rows.length, 'dead letter')}.` };
  },
};

const idOf = (args: AdminArgs): number => {
  const id = args.positional('id') ?? '';
  if (!/^\d{1,15}$/.test(id)) throw new UsageError('<id> is a number of `dead-letters list`.');
  return Number(id);
};

const putBack: AdminCommand = {
  name: 'dead-letters put-back',
  summary: 'gives a dead letter back to its consumer: the running service handles it within 5 s',
  positionals: ['id'],
  changes: true,
  run: async ({ db, isApplied }, args) => {
    const id = idOf(args);
    const [letter] = await db.query('select from dead_letters where id = $1 and settled_at is null', [id]);
    if (letter === undefined) throw new RefusedError(`No dead letter ${id} is open.`);
    if (!isApplied) return { summary: `Would put dead letter ${id} back.` };
    await db.query('update dead_letters set put_back_at = now() where id = $1 and settled_at is null', [id]);
    return { summary: `Dead letter ${id} will be handled within 5 s.` };
  },
};

const drop: AdminCommand = {
  name: 'dead-letters drop',
  summary: 'settles a dead letter that is to have no effect',
  positionals: ['id'],
  changes: true,
  run: async ({ db, isApplied }, args) => {
    const id = idOf(args);
    if (!isApplied) return { summary: `Would drop dead letter ${id}.` };
    const settled = await settle(db, [id], 'dropped');
    if (settled.length === 0) throw new RefusedError(`No dead letter ${id} is open.`);
    return { summary: `Dropped dead letter ${id}.` };
  },
};

export const deadLetterCommands: readonly AdminCommand[] = [listDeadLetters, putBack, drop];
