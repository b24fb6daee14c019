import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, type Tx } from '../../postgres/database';
import { digestOfFile, writeWhole } from '../../whole-file';
import { type Day } from './day';
import { type Exported, type NumberedRow } from './exported';
import { writeParquet } from './internal/parquet-file';

/** Rows in memory at a time, and in a row group: some 10 MB of events. */
const batchRows = 5_000;

/** Lies beside a file and is written last: a file without one is the left-over of a run that was killed. */
export interface ExportManifest {
  readonly format: 1;
  readonly name: string;
  readonly day: string;
  /** The bounds of the day in UTC; `until` is not in it. */
  readonly from: string;
  readonly until: string;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  /** As `sha256sum` prints it. */
  readonly sha256: string;
  readonly checks: Readonly<Record<string, string>>;
  readonly writtenAt: string;
}

export interface ExportRun {
  readonly db: Database;
  readonly exported: Exported;
  readonly folder: string;
  readonly writtenAt: string;
}

/** Writes the file of a day under another name first. A day whose file is there and whole is left as it is. */
export const exportDay = async (run: ExportRun, day: Day): Promise<ExportManifest & { readonly isNew: boolean }> => {
  const path = join(run.folder, run.exported.name, `${day.name}.parquet`);
  const earlier = await wholeManifest(path);
  if (earlier !== undefined) return { ...earlier, isNew: false };
  await mkdir(dirname(path), { recursive: true });
  const manifest = await writeDay(run, day, path);
  await writeWhole(manifestPath(path), `${JSON.stringify(manifest, null, 2)}\n`);
  return { ...manifest, isNew: true };
};

const manifestPath = (path: string): string => path.replace(/\.parquet$/, '.manifest.json');

/** The manifest of a file that is as it says. */
const wholeManifest = async (path: string): Promise<ExportManifest | undefined> => {
  const text = await readFile(manifestPath(path), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const manifest = JSON.parse(text) as ExportManifest;
  const found = await stat(path).catch(() => undefined);
  return found?.size === manifest.bytes && (await digestOfFile(path)) === manifest.sha256 ? manifest : undefined;
};

const writeDay = ({ db, exported, writtenAt }: ExportRun, day: Day, path: string): Promise<ExportManifest> =>
  db.transaction(async (tx) => {
    // One moment for the count, the checks and every batch, so that they must agree.
    await tx.query('set transaction isolation level repeatable read, read only');
    const { rows, before } = await exported.extentOf(tx, day);
    const checks = (await exported.check?.(tx, day)) ?? {};
    const unfinished = `${path}.unfinished`;
    const written = await writeParquet(unfinished, exported.columns, batchesOf(tx, exported, day, before));
    if (written.rows !== rows) {
      throw new Error(`${exported.name} of ${day.name}: ${written.rows} rows were read, and ${rows} are counted.`);
    }
    await rename(unfinished, path);
    const { name, from, until } = day;
    const file = join(exported.name, `${name}.parquet`);
    return { format: 1, name: exported.name, day: name, from, until, file, ...written, checks, writtenAt };
  });

async function* batchesOf(
  db: Tx,
  { readAfter }: Exported,
  day: Day,
  before: number,
): AsyncGenerator<readonly NumberedRow[]> {
  for (let after = before; ;) {
    const rows = await readAfter(db, day, after, batchRows);
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) return;
    after = rows.at(-1)?.number ?? after;
  }
}
