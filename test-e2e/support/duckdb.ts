import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** 21 MB, fetched once a machine; another version gets another folder. */
const folder = join(__dirname, '../target/duckdb-cli-1.5.6');

/** The folder of the command `duckdb`, by the Python package of that name. */
export const duckdbFolder = async (): Promise<string> => {
  if (!existsSync(folder)) await install();
  return join(folder, 'duckdb_cli');
};

/** Two workers may come here at once: only a whole download gets the folder's name. */
const install = async (): Promise<void> => {
  const unfinished = `${folder}.${String(process.pid)}`;
  await mkdir(dirname(folder), { recursive: true });
  await run('python3', ['-m', 'pip', '-q', 'install', '--target', unfinished, 'duckdb-cli==1.5.6']);
  try {
    await rename(unfinished, folder);
  } catch (fault) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw fault;
  }
};

/** What DuckDB answers to SQL, or to a file of it. */
export class DuckDb {
  /** Files in SQL are found from the folder. */
  constructor(
    private readonly database: string,
    private readonly folder = process.cwd(),
  ) {}

  query<Row>(sql: string): Promise<readonly Row[]> {
    return this.ask<Row>(['-c', sql]);
  }

  askFile<Row>(file: string): Promise<readonly Row[]> {
    return this.ask<Row>(['-f', file]);
  }

  private async ask<Row>(what: readonly string[]): Promise<readonly Row[]> {
    const program = join(await duckdbFolder(), 'duckdb');
    const options = { cwd: this.folder, maxBuffer: 64 * 1_024 * 1_024 };
    const { stdout } = await run(program, [this.database, '-json', ...what], options);
    return stdout.trim() === '' ? [] : (JSON.parse(stdout, unquoted) as Row[]);
  }
}

/** A sum of integers has 128 bits, which the command writes as a text. */
const unquoted = (_: string, value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
