import { type Database } from '../postgres/database';
import { type ArchiveKind } from './kind';
import { readLines, type ArchiveLine } from './lines';
import { checkPart, readManifests, writePart, type Manifest } from './part';
import { takeOut, type TakenOut } from './internal/take-out';
import { join } from 'node:path';

/** Some 100 MB of text: a person who looks for one charge reads a file in a second or two. */
const subjectsOfPartMax = 20_000;

/** One statement's worth: some hundreds of kilobytes. */
const subjectsAtOnce = 200;

export interface ArchiveRun {
  readonly db: Database;
  readonly service: string;
  readonly kind: ArchiveKind;
  readonly folder: string;
  /** Whatever happened to a subject happened before it. */
  readonly before: string;
  /** ISO time, for the manifests. */
  readonly writtenAt: string;
  readonly report: (line: string) => void;
}

export interface ArchivedPart extends TakenOut {
  readonly kind: string;
  readonly month: string;
  readonly file: string;
}

interface Closed {
  readonly id: string;
  readonly month: string;
}

/** How many subjects of each month a run would archive. */
export const countClosed = ({ db, kind, before }: Pick<ArchiveRun, 'db' | 'kind' | 'before'>) =>
  db.query<{ kind: string; month: string; subjects: number }>(
    `select $4 as kind, c.month, count(*) as subjects from (${kind.closedSql}) c group by c.month order by c.month`,
    [before, '', null, kind.name],
  );

/**
 * Archives all closed subjects: a file of a month is written, verified by reading it back, and only then its subjects are
 * taken out. Where an earlier run was killed, this one goes on.
 */
export const runArchive = async (run: ArchiveRun): Promise<readonly ArchivedPart[]> => {
  const parts: ArchivedPart[] = [];
  for (const manifest of await unfinishedOf(run)) parts.push(await finish(run, manifest));
  const closed = closedOf(run);
  const first = await closed.next();
  let ahead = first.done === true ? undefined : first.value;
  while (ahead !== undefined) {
    const begun: Begun = { month: ahead.month, ahead, subjects: 0 };
    const place = { folder: run.folder, service: run.service, kind: run.kind.name, month: begun.month };
    const manifest = await writePart(place, partOf(run, closed, begun), run.writtenAt);
    if (manifest !== undefined) parts.push(await finish(run, manifest));
    ahead = begun.ahead;
  }
  return parts;
};

const finish = async ({ db, kind, folder, report }: ArchiveRun, manifest: Manifest): Promise<ArchivedPart> => {
  await checkPart(join(folder, manifest.file), manifest);
  const taken = await takeOut(db, kind, { folder, manifest });
  report(`${manifest.file}: ${manifest.subjects} written, ${taken.taken} ${kind.isMoved ? 'taken out' : 'marked'}`);
  return { kind: kind.name, month: manifest.month, file: manifest.file, ...taken };
};

/** Files some of whose subjects are still in the database: a run was killed, or a subject was brought back. */
const unfinishedOf = async ({ db, service, kind, folder }: ArchiveRun): Promise<readonly Manifest[]> => {
  const rows = await db.query<{ file: string; marked: number }>(
    'select file, count(*) as marked from archived where kind = $1 group by file',
    [kind.name],
  );
  const marked = new Map(rows.map((row) => [row.file, row.marked]));
  const manifests = await readManifests(folder, service);
  return manifests.filter((each) => each.kind === kind.name && (marked.get(each.file) ?? 0) < each.subjects);
};

interface Begun {
  readonly month: string;
  /** The next subject; of a later part once this one ends. */
  ahead: Closed | undefined;
  subjects: number;
}

/** The lines of one file: those of its month, up to its limit. One that is earlier than those before it goes with them. */
async function* partOf(
  { db, kind }: ArchiveRun,
  closed: AsyncGenerator<Closed>,
  begun: Begun,
): AsyncGenerator<readonly ArchiveLine[]> {
  let ids: string[] = [];
  while (begun.ahead !== undefined && begun.ahead.month <= begun.month && begun.subjects < subjectsOfPartMax) {
    ids.push(begun.ahead.id);
    begun.subjects += 1;
    const next = await closed.next();
    begun.ahead = next.done === true ? undefined : next.value;
    if (ids.length < subjectsAtOnce) continue;
    yield await readLines(db, kind, ids);
    ids = [];
  }
  if (ids.length > 0) yield await readLines(db, kind, ids);
}

async function* closedOf({ db, kind, before }: ArchiveRun): AsyncGenerator<Closed> {
  let after = '';
  for (;;) {
    const page = await db.query<Closed>(kind.closedSql, [before, after, subjectsAtOnce]);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
