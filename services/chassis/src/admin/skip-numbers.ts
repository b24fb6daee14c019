import { UsageError, type AdminCommand } from './command';
import { type ServiceConfig } from '../config/service-config';
import { type Tx } from '../postgres/database';
import { type Restoration } from '../restore/restoration';

/** Other numbers of the service than those of its sequences. */
type MoveOthers = (tx: Tx, numbers: number) => Promise<void>;

/** Far more numbers than a day gives out; a typing error must not use up what invoices can have. */
const numbersMax = 10_000_000;

/**
 * `restore skip-numbers`: for a restore that took the bus along, so that no event shows which numbers were given out since.
 * Numbers are left out then, as many as the operator says.
 */
export const skipNumbersCommand = <C extends ServiceConfig>(
  { numbers }: Restoration<C>,
  moveOthers?: MoveOthers,
): AdminCommand<C> => ({
  name: 'restore skip-numbers',
  summary: 'leaves numbers out that others may have seen, after a restore that took the bus along',
  options: { count: { type: 'string' } },
  changes: true,
  run: async ({ db, isApplied }, args) => {
    const count = args.integer('count', 1);
    if (count === undefined || count > numbersMax) {
      throw new UsageError(`--count must be a whole number from 1 to ${numbersMax}: more than were given out since.`);
    }
    const rows = await db.transaction(async (tx) => {
      const moved: object[] = [];
      for (const { sequence } of numbers) {
        const [row] = await tx.query<{ lastNumber: number }>(`select last_value as "lastNumber" from ${sequence}`);
        const lastNumber = (row?.lastNumber ?? 0) + count;
        if (isApplied) await tx.query('select setval($1::regclass, $2)', [sequence, lastNumber]);
        moved.push({ sequence, lastNumber });
      }
      if (isApplied) await moveOthers?.(tx, count);
      return moved;
    });
    return { rows, summary: `${count} numbers ${isApplied ? 'are' : 'would be'} left out.` };
  },
});
