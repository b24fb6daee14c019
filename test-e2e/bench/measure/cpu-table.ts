import { rowsOfParts, totalRow, type Table } from '../report/table';
import { isOutside, type CpuMs } from '../system/cpu';
import { type Phase } from './phase';

/** CPU milliseconds of each process for one piece of work, its consequences included. */
export const cpuTable = (o: {
  readonly id: string;
  readonly title: string;
  readonly total: string;
  readonly phases: readonly Phase[];
}): Table => {
  const rows = rowsOfParts(o.phases.map(({ cpu, load }) => divided(cpu, load.completed)));
  const own = rows.filter(({ name }) => !isOutside(name));
  const outside = rows.filter(({ name }) => isOutside(name));
  return {
    ...{ id: o.id, title: o.title, columns: o.phases.map(({ name }) => name) },
    rows: [...own, totalRow(o.total, own), ...outside],
    notes: [
      'Load generator and sandbox, its connections to PostgreSQL included, stand for the world outside and are not in the total.',
    ],
  };
};

const divided = (cpu: CpuMs, pieces: number): CpuMs => new Map([...cpu].map(([part, ms]) => [part, ms / pieces]));
