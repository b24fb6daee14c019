import { type AdminCommand } from '../command';

const limitDefault = 50;

/** Lists what was changed by command in this service. */
export const listSteps: AdminCommand = {
  name: 'steps',
  summary: `what was changed by command, by whom and why, newest first (--limit, default ${limitDefault})`,
  options: { limit: { type: 'string' } },
  changes: false,
  run: async ({ db }, args) => {
    const rows = await db.query(
      `select started_at as "startedAt", ended_at as "endedAt", command, arguments, made_by as "by", why,
         exit_code as "exitCode", outcome
       from admin_steps order by started_at desc, id desc limit $1`,
      [args.integer('limit', 1) ?? limitDefault],
    );
    return { rows, summary: rows.length === 1 ? '1 step.' : `${rows.length} steps.` };
  },
};
