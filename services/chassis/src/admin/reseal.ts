import { type SealedBox } from '../crypto/sealed-box';
import { type Tx } from '../postgres/internal/tx';
import { type AdminCommand } from './command';

/** A column of sealed boxes. Names go into SQL as they are. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly primaryKey: string;
  /** The columns by which a box is bound to its row. */
  readonly boundBy: readonly string[];
  readonly contextOf: (row: Readonly<Record<string, unknown>>) => string;
}

/** Short transactions: services go on reading and sealing. */
const batchRows = 500;

/**
 * Seals with the key in use what another key has sealed. It may be broken off and run again: each row is opened by the
 * key that its box names. Kept answers are not among them: they end by themselves.
 */
export const resealCommand = <C>(
  boxOf: (config: C) => SealedBox | undefined,
  columns: readonly SealedColumn[],
): AdminCommand<C> => ({
  name: 'reseal',
  summary: 'seals with the first of KEY_ENCRYPTION_KEYS what another key has sealed',
  changes: true,
  run: async (context) => {
    const { config, db, isApplied } = context;
    const box = boxOf(config);
    if (box === undefined) return { summary: 'There are no KEY_ENCRYPTION_KEYS: nothing is sealed.' };
    const rows: { table: string; toSeal: number }[] = [];
    for (const column of columns) {
      const toSeal = await count(db, column, box);
      rows.push({ table: column.table, toSeal });
      if (isApplied)
        await resealAll(db, column, box, (sealed) => context.report(`${column.table}: ${sealed} of ${toSeal}`));
    }
    const total = rows.reduce((sum, { toSeal }) => sum + toSeal, 0);
    const summary = isApplied ? `${total} rows were sealed with the key in use.` : `Would seal ${total} rows anew.`;
    return { rows, summary };
  },
});

const isOther = ({ column }: SealedColumn): string => `substring(${column} from 1 for 4) <> $1`;

const count = async (db: Tx, column: SealedColumn, box: SealedBox): Promise<number> => {
  const sql = `select count(*) as rows from ${column.table} where ${isOther(column)}`;
  const [row] = await db.query<{ rows: number }>(sql, [box.header()]);
  return row?.rows ?? 0;
};

const resealAll = async (
  db: Tx,
  column: SealedColumn,
  box: SealedBox,
  onProgress: (sealed: number) => void,
): Promise<void> => {
  let sealed = 0;
  for (;;) {
    const rows = await someOf(db, column, box);
    if (rows.length === 0) return;
    for (const row of rows) await resealOne(db, column, box, row);
    onProgress((sealed += rows.length));
  }
};

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly sealed: Buffer };

const someOf = (db: Tx, column: SealedColumn, box: SealedBox): Promise<Row[]> =>
  db.query<Row>(
    `select ${column.primaryKey}::text as id, ${column.column} as sealed, ${column.boundBy.join(', ')}
     from ${column.table} where ${isOther(column)} order by ${column.primaryKey} limit $2`,
    [box.header(), batchRows],
  );

/** A box that was sealed anew meanwhile, or whose row is gone, stays as it is. */
const resealOne = async (db: Tx, column: SealedColumn, box: SealedBox, row: Row): Promise<void> => {
  const context = column.contextOf(row);
  const plain = openOrExplain(box, row, context, column);
  await db.query(
    `update ${column.table} set ${column.column} = $3 where ${column.primaryKey}::text = $1 and ${column.column} = $2`,
    [row.id, row.sealed, box.seal(plain, context)],
  );
};

const openOrExplain = (box: SealedBox, { id, sealed }: Row, context: string, { table }: SealedColumn): string => {
  try {
    return box.open(sealed, context);
  } catch (cause) {
    throw new Error(`${table} ${id} was sealed with a key that KEY_ENCRYPTION_KEYS does not list.`, { cause });
  }
};
