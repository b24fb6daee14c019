import { type Database, type Tx } from '@repasse/chassis/postgres/database';

/** A table of JSON documents, with the columns they are found by beside them. */
export interface Documents<Document> {
  readonly save: (document: Document, tx?: Tx) => Promise<void>;
  find(column: string, value: string | number): Promise<Document | undefined>;
  /** The same, locked until the transaction ends. */
  lock(tx: Tx, column: string, value: string | number): Promise<Document | undefined>;
  /** All that `tail`, the rest of the query, names. */
  select(tail: string, values: readonly unknown[], tx?: Tx): Promise<Document[]>;
}

/** The first of the columns is the key. */
export const documents = <Document extends object>(
  db: Database,
  table: string,
  columnsOf: (document: Document) => Readonly<Record<string, string | number | null>>,
): Documents<Document> => {
  const select = async (tail: string, values: readonly unknown[], tx: Tx = db): Promise<Document[]> => {
    const rows = await tx.query<{ document: Document }>(`select document from ${table} ${tail}`, [...values]);
    return rows.map(({ document }) => document);
  };
  return {
    select,
    find: async (column, value) => (await select(`where ${column} = $1`, [value]))[0],
    lock: async (tx, column, value) => (await select(`where ${column} = $1 for update`, [value], tx))[0],
    save: async (document, tx = db) => {
      const columns = columnsOf(document);
      const names = Object.keys(columns);
      const places = names.map((_, at) => `$${at + 2}`);
      await tx.query(
        `insert into ${table} (document, ${names.join(', ')}) values ($1::jsonb, ${places.join(', ')})
         on conflict (${names[0] ?? ''}) do update set document = $1::jsonb,
         ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
        [JSON.stringify(document), ...Object.values(columns)],
      );
    },
  };
};

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** A page of a list, and how long the list is. `where` knows the values; offset and limit come behind them. */
export const listPage = async <Row extends object>(
  db: Tx,
  query: { readonly columns: string; readonly from: string; readonly where: string; readonly order: string },
  values: readonly unknown[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Page<Row>> => {
  const { columns, from, where, order } = query;
  const [counted] = await db.query<{ total: number }>(`select count(*) as total from ${from} where ${where}`, [
    ...values,
  ]);
  const rows = await db.query<Row>(
    `select ${columns} from ${from} where ${where}
     order by ${order} offset $${values.length + 1} limit $${values.length + 2}`,
    [...values, offset, limit],
  );
  return { rows, total: counted?.total ?? 0 };
};
