import { type Database } from '@repasse/chassis/postgres/database';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isUnique: boolean;
}

const columnsSql = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey)) as "isUnique"
  from pg_attribute a
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
    and a.attidentity = '' and a.attgenerated = ''`;

const newTime = '$1::timestamptz + n * $2::interval / $3';

/** Texts, numbers and digests of a unique key are other ones in each copy. All times of a row are moved alike, as in life. */
const copyOf = ({ name, type, isUnique }: Column, by: string): string => {
  const quoted = `"${name}"`;
  if (name === by) return newTime;
  if (type === 'timestamp with time zone') return `${quoted} + (${newTime} - "${by}")`;
  if (!isUnique) return quoted;
  if (type === 'text') return `${quoted} || '-' || $4::text || '-' || n`;
  if (type === 'bytea') return `sha256(${quoted} || convert_to($4::text || '-' || n, 'UTF8'))`;
  return type === 'bigint' || type === 'integer' ? `${quoted} + $4::integer * 100000 + n` : quoted;
};

export interface Copies {
  readonly table: string;
  readonly by: string;
  /** The copies are dated evenly from here on. */
  readonly from: Date;
  readonly days: number;
  readonly count: number;
  /** Tells the keys of one call from those of another. */
  readonly round: number;
}

/** Keeps a row of a table, to be copied later on, when the row itself may have ended. */
export const keepOriginal = async (db: Database, table: string): Promise<void> => {
  await db.query('create schema if not exists originals');
  await db.query(`create table originals.${table} as select * from ${table} limit 1`);
};

/** Copies the row that was kept, if there was one, dated anew. Returns how many copies there are. */
export const copyRows = async (db: Database, copies: Copies): Promise<number> => {
  const { table, by, from, days, count, round } = copies;
  const columns = await db.query<Column>(columnsSql, [table]);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map((column) => copyOf(column, by)).join(', ');
  const [row] = await db.query<{ copied: number }>(
    `with copied as (
       insert into ${table} (${names})
       select ${values} from originals.${table}, generate_series(1, $3::integer) n where $4::integer is not null
       on conflict do nothing returning 1
     )
     select count(*)::integer as copied from copied`,
    [from.toISOString(), `${days} days`, count, round],
  );
  return row?.copied ?? 0;
};
