import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { digestOfFile, writeWhole } from '../whole-file';
import { type ArchiveLine, digestOf, rowCountsOf } from './lines';

const compress = promisify(gzip);

/** Describes one file; it lies beside it and is written last, so a file without one is an unfinished left-over. */
export interface Manifest {
  readonly format: 1;
  readonly service: string;
  readonly kind: string;
  /** As 2026-11. */
  readonly month: string;
  /** Below the folder of archives. */
  readonly file: string;
  readonly bytes: number;
  /** Of the compressed file, as `sha256sum` prints it. */
  readonly sha256: string;
  readonly subjects: number;
  readonly firstId: string;
  readonly lastId: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly writtenAt: string;
}

/** The manifest or the file is not as it was written. */
export class DamagedPartError extends Error {
  override readonly name = 'DamagedPartError';
}

export interface PartPlace {
  readonly folder: string;
  readonly service: string;
  readonly kind: string;
  readonly month: string;
}

/** Lines are compressed so many at a time, each a member of the gzip file. */
export type LineBatches = AsyncIterable<readonly ArchiveLine[]>;

const manifestOf = (file: string): string => file.replace(/\.jsonl\.gz$/, '.manifest.json');

/**
 * Writes the next file of a month under another name, reads it back, and only then gives it its name and its manifest.
 * Undefined when there are no lines.
 */
export const writePart = async (
  place: PartPlace,
  batches: LineBatches,
  writtenAt: string,
): Promise<Manifest | undefined> => {
  const relative = join(place.service, place.kind, place.month, `${await nextNumber(place)}.jsonl.gz`);
  const path = join(place.folder, relative);
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  const written = await writeLines(unfinished, batches);
  if (written.ids.length === 0) {
    await rm(unfinished, { force: true });
    return undefined;
  }
  const { service, kind, month } = place;
  const manifest: Manifest = {
    ...{ format: 1, service, kind, month, file: relative },
    ...{ bytes: written.bytes, sha256: written.sha256, subjects: written.ids.length },
    ...{ firstId: written.ids[0] ?? '', lastId: written.ids.at(-1) ?? '', rows: written.rows, writtenAt },
  };
  await readBack(unfinished, manifest, written);
  await rename(unfinished, path);
  await writeWhole(manifestOf(path), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
  return manifest;
};

interface WrittenLines {
  readonly ids: readonly string[];
  readonly digests: readonly string[];
  readonly rows: Record<string, number>;
  readonly bytes: number;
  readonly sha256: string;
}

const writeLines = async (path: string, batches: LineBatches): Promise<WrittenLines> => {
  const hash = createHash('sha256');
  const [ids, digests]: [string[], string[]] = [[], []];
  const rows: Record<string, number> = {};
  let bytes = 0;
  const file = await open(path, 'w', 0o600);
  try {
    for await (const lines of batches) {
      if (lines.length === 0) continue;
      const member = await compress(lines.map(({ line }) => `${line}\n`).join(''));
      await file.write(member);
      hash.update(member);
      bytes += member.length;
      for (const { id, line } of lines) {
        ids.push(id);
        digests.push(digestOf(line));
        for (const [table, count] of Object.entries(rowCountsOf(line))) rows[table] = (rows[table] ?? 0) + count;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { ids, digests, rows, bytes, sha256: hash.digest('hex') };
};

const readBack = async (path: string, manifest: Manifest, { ids, digests }: WrittenLines): Promise<void> => {
  await checkPart(path, manifest);
  let at = 0;
  for await (const line of linesOf(path)) {
    if (digestOf(line) !== digests[at])
      throw new DamagedPartError(`${path} does not read back as ${ids[at]} was written.`);
    at += 1;
  }
};

const nextNumber = async ({ folder, service, kind, month }: PartPlace): Promise<string> => {
  const names = await readdir(join(folder, service, kind, month)).catch(() => []);
  const numbers = names.map((name) => /^(\d+)\.jsonl\.gz$/.exec(name)?.[1]).map((number) => Number(number ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
};

/** Throws unless the file has the length and the digest of its manifest, and its lines. */
export const checkPart = async (path: string, { bytes, sha256, subjects }: Manifest): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new DamagedPartError(`${path} is not there.`);
  if (found.size !== bytes) throw new DamagedPartError(`${path} has ${found.size} bytes and not ${bytes}.`);
  if ((await digestOfFile(path)) !== sha256)
    throw new DamagedPartError(`${path} does not have the digest of its manifest.`);
  let lines = 0;
  for await (const line of linesOf(path)) if (line.startsWith('{"id" : ')) lines += 1;
  if (lines !== subjects) throw new DamagedPartError(`${path} has ${lines} lines and not ${subjects}.`);
};

export async function* linesOf(path: string): AsyncGenerator<string> {
  const text = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) yield line;
}

/** Of a line, without reading all of it. */
export const idOf = (line: string): string => /^\{"id" : "([^"]+)"/.exec(line)?.[1] ?? '';

/** All manifests of a service, in the order of kind, month and number. */
export const readManifests = async (folder: string, service: string): Promise<readonly Manifest[]> => {
  const names = await readdir(join(folder, service), { recursive: true }).catch(() => []);
  const manifests = names.filter((name) => name.endsWith('.manifest.json')).sort();
  return Promise.all(manifests.map((name) => readManifest(join(folder, service, name))));
};

/** The manifest of a file, by its name below the folder of archives. */
export const manifestOfFile = (folder: string, file: string): Promise<Manifest> =>
  readManifest(join(folder, manifestOf(file)));

const readManifest = async (path: string): Promise<Manifest> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Manifest;
  } catch (fault) {
    throw new DamagedPartError(`${path} cannot be read: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
};
