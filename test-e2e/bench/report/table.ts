/** What a measurement found, in the form that is printed, kept and compared. */
export interface Table {
  /** Under which a later run finds the same table. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** What a reader must know to take the figures rightly. */
  readonly notes?: readonly string[];
}

export interface Row {
  readonly name: string;
  /** One per column; undefined or null, as JSON has it, where it was not measured. */
  readonly values: readonly Value[];
}

export type Value = number | null | undefined;

export const valueIn = (tables: readonly Table[], id: string, row: string, column: string): number | undefined => {
  const table = tables.find((one) => one.id === id);
  const at = table?.columns.indexOf(column) ?? -1;
  return table?.rows.find(({ name }) => name === row)?.values[at] ?? undefined;
};

/** A row for each key of any of the columns, keys that are nothing everywhere left out, and their total last. */
export const rowsOfParts = (columns: readonly ReadonlyMap<string, number>[]): readonly Row[] => {
  const parts = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort();
  return parts
    .map((name) => ({ name, values: columns.map((column) => column.get(name) ?? 0) }))
    .filter(({ values }) => values.some((value) => value > 0));
};

export const totalRow = (name: string, rows: readonly Row[]): Row => ({
  name,
  values: (rows[0]?.values ?? []).map((_, at) => rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
});
