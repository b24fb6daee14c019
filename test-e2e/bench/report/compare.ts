import { type BenchResult } from './result';
import { valueIn, type Table } from './table';

/** Each figure of both runs, then now ÷ before. What only one of them has is left out. */
export const comparedWith = (before: BenchResult, now: BenchResult): readonly Table[] =>
  now.buses.flatMap(({ bus, tables }) => {
    const earlier = before.buses.find((one) => one.bus === bus)?.tables ?? [];
    return tables.map((table) => compareTable(`${bus}: ${table.title}`, table, earlier)).filter(hasRows);
  });

const hasRows = ({ rows }: Table): boolean => rows.length > 0;

const compareTable = (title: string, table: Table, earlier: readonly Table[]): Table => {
  const rows = table.rows.flatMap(({ name, values }) =>
    table.columns.flatMap((column, at) => {
      const [now, before] = [values[at] ?? undefined, valueIn(earlier, table.id, name, column)];
      if (now === undefined || before === undefined) return [];
      return { name: `${name}, ${column}`, values: [before, now, before === 0 ? undefined : now / before] };
    }),
  );
  return { id: table.id, title, columns: ['before', 'now', 'now ÷ before'], rows };
};
