import { open, stat } from 'node:fs/promises';
import { asyncBufferFromFile, parquetMetadataAsync, type SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { digestOfFile } from '../../../whole-file';

export type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

export interface Column {
  readonly name: string;
  /** A time is an ISO text of the row. */
  readonly type: 'text' | 'integer' | 'boolean' | 'time';
  readonly isNullable?: boolean;
}

export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** As `sha256sum` prints it. */
  readonly sha256: string;
}

/** Writes each batch as a row group, so that one batch at a time is in memory, and reads the file's own count back. */
export const writeParquet = async (
  path: string,
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
): Promise<WrittenFile> => {
  const writer = new ParquetWriter({ writer: fileWriter(path), schema: schemaOf(columns), createdBy: 'repasse' });
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    await writer.write({ columnData: columns.map((column) => dataOf(column, batch)), rowGroupSize: batch.length });
  }
  await writer.finish();
  await toDisk(path);
  const { num_rows: counted } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  if (Number(counted) !== rows) throw new Error(`${path} has ${counted} rows, and ${rows} were written.`);
  return { rows, bytes: (await stat(path)).size, sha256: await digestOfFile(path) };
};

const elements = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const satisfies Record<Column['type'], Partial<SchemaElement>>;

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type, isNullable = false }) => ({
    ...{ name, ...elements[type] },
    repetition_type: isNullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  })),
];

const dataOf = ({ name, type }: Column, batch: readonly Row[]) => ({
  name,
  data: batch.map((row) => valueOf(type, row[name] ?? null)),
});

const valueOf = (type: Column['type'], cell: Cell): unknown => {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(cell);
  if (type === 'time') return new Date(String(cell));
  return cell;
};

const toDisk = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};
