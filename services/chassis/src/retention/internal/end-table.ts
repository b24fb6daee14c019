import { type KeptTable } from '@repasse/contracts';
import { type Database } from '../../postgres/database';
import { type Metrics } from '../../telemetry/metrics';
import { dropEnded, listPartitions, makeAhead, type DividedTable } from '../partitions';
import { sweepRows } from './sweep';

const dayMs = 24 * 60 * 60_000;

export type EndTable = (table: KeptTable, now: Date, isStopped: () => boolean) => Promise<void>;

/** Ends what has ended in a table, and makes the partitions of one that is divided. */
export const createEndTable = (db: Database, metrics: Metrics): EndTable => {
  const ended = metrics.counter('repasse_retention_ended_total', 'Rows deleted and partitions dropped by age.', [
    'table',
    'unit',
  ]);
  const oldest = metrics.gauge(
    'repasse_retention_oldest_partition_age_seconds',
    'How long ago the oldest partition of a table ended; below the time that rows are kept where they are dropped.',
    ['table'],
  );
  return async (table, now, isStopped) => {
    if (table.ends === 'rows') {
      const rows = await sweepRows(db, { ...table, endedBefore: endOf(table.keptDays, now), isStopped });
      ended.inc({ table: table.table, unit: 'rows' }, rows);
    }
    const divided = divisionOf(table);
    if (divided !== undefined) await makeAhead(db, divided, now);
    if (table.ends === 'partitions') {
      const partitions = await dropEnded(db, table.table, endOf(table.keptDays, now));
      ended.inc({ table: table.table, unit: 'partitions' }, partitions);
    }
    if (divided === undefined) return;
    const [first] = await listPartitions(db, table.table);
    const agoMs = first === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(first.until));
    oldest.set({ table: table.table }, agoMs / 1_000);
  };
};

const endOf = (keptDays: number, now: Date): Date => new Date(now.getTime() - keptDays * dayMs);

const divisionOf = (kept: KeptTable): DividedTable | undefined => {
  if (!('period' in kept)) return undefined;
  const { table, by, period } = kept;
  return by === undefined ? undefined : { table, by, period };
};
