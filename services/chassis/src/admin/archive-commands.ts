import { RefusedError, type AdminCommand, type AdminContext, type AdminOutcome } from './command';
import { toIso } from '../clock';
import { type Tx } from '../postgres/database';
import { type ArchiveKind } from '../archive/kind';
import { type ArchiveLine } from '../archive/lines';
import { DamagedPartError, readManifests } from '../archive/part';
import { findArchived, readArchived, restoreArchived } from '../archive/restore';
import { countClosed, runArchive } from '../archive/run';
import { loadArchiveSettings } from '../archive/settings';
import { verifyArchive } from '../archive/verify';

/** `archive run`, `list`, `verify`, `read` and `restore` of a service. */
export const archiveCommands = (kinds: readonly ArchiveKind[]): readonly AdminCommand[] => [
  run(kinds),
  list,
  verify,
  read(kinds),
  // A subject that is only copied never has to come back.
  ...(kinds.some(({ isMoved }) => isMoved) ? [restore(kinds)] : []),
];

const run = (kinds: readonly ArchiveKind[]): AdminCommand => ({
  name: 'archive run',
  summary: 'writes what is closed and old to files in ARCHIVE_DIR, verifies them, and takes it out of the database',
  changes: true,
  run: async (context) => {
    const { service, env, db, clock, isApplied } = context;
    const report = (line: string): void => context.report(line);
    const { folder, afterMonths } = loadArchiveSettings(env);
    const now = clock.now();
    const [before, writtenAt] = [toIso(monthsBefore(now, afterMonths)), toIso(now)];
    const lock = await db.holdAdvisoryLock('archive');
    if (lock === undefined) throw new RefusedError('Another run of the archive is at work.');
    try {
      const rows: object[] = [];
      for (const kind of kinds)
        rows.push(
          ...(isApplied
            ? await runArchive({ db, service, kind, folder, before, writtenAt, report })
            : await countClosed({ db, kind, before })),
        );
      if (rows.length === 0) return { summary: `Nothing was closed before ${before}, and is here still.` };
      return { rows, summary: `${isApplied ? 'Archived' : 'To archive'}: what was closed before ${before}.` };
    } finally {
      await lock.release();
    }
  },
});

const monthsBefore = (now: Date, months: number): Date => {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
};

const list: AdminCommand = {
  name: 'archive list',
  summary: 'the files of this service, with what they hold',
  changes: false,
  run: async ({ service, env }) => {
    const manifests = await readManifests(loadArchiveSettings(env).folder, service);
    const rows = manifests.map(({ file, subjects, bytes, firstId, lastId, writtenAt }) => ({
      ...{ file, subjects, bytes, firstId, lastId, writtenAt },
    }));
    return { rows, summary: rows.length === 1 ? '1 file.' : `${rows.length} files.` };
  },
};

const verify: AdminCommand = {
  name: 'archive verify',
  summary: 'reads every file and compares it with its manifest; 1 where one is damaged or missing',
  changes: false,
  run: async ({ service, env, db }) => {
    const rows = await verifyArchive(db, loadArchiveSettings(env).folder, service);
    const faulty = rows.filter(({ result }) => result !== 'ok').length;
    if (faulty === 0) return { rows, summary: `${rows.length} files are as they were written.` };
    return { rows, summary: `${faulty} of ${rows.length} files are damaged or missing.`, exitCode: 1 };
  },
};

const read = (kinds: readonly ArchiveKind[]): AdminCommand => ({
  name: 'archive read',
  summary: 'prints what the files have of an id, or of the charge with it, as a line of JSON each',
  positionals: ['id'],
  changes: false,
  run: async (context, args) => {
    const found = await foundIn(context, kinds, args.positional('id') ?? '');
    return { summary: found.map(({ line }) => line.line).join('\n') };
  },
});

const restore = (kinds: readonly ArchiveKind[]): AdminCommand => ({
  name: 'archive restore',
  summary: 'brings an id, or all of the charge with it, back into the database, byte for byte',
  positionals: ['id'],
  changes: true,
  run: async (context, args): Promise<AdminOutcome> => {
    const found = await foundIn(context, kinds, args.positional('id') ?? '');
    if (context.isApplied) for (const { kind, line } of found) await restoreArchived(context.db, kind, line);
    const rows = found.map(({ kind, line, file }) => ({ kind: kind.name, id: line.id, file }));
    return { rows, summary: context.isApplied ? `Brought back: ${rows.length}.` : `To bring back: ${rows.length}.` };
  },
});

interface Found {
  readonly kind: ArchiveKind;
  readonly file: string;
  readonly line: ArchiveLine;
}

/** Refuses an id of which nothing is archived, and files that are not as they were written. */
const foundIn = async (
  { db, env }: Pick<AdminContext, 'db' | 'env'>,
  kinds: readonly ArchiveKind[],
  id: string,
): Promise<readonly Found[]> => {
  const { folder } = loadArchiveSettings(env);
  const found: Found[] = [];
  for (const kind of kinds) {
    for (const each of [id, ...(await idsOfCharge(db, kind, id))]) {
      const archived = await findArchived(db, kind.name, each);
      if (archived === undefined) continue;
      found.push({ kind, file: archived.file, line: await readWhole(folder, archived.file, each) });
    }
  }
  if (found.length === 0) throw new RefusedError(`${id} is not in the archive of this service.`);
  return found;
};

const idsOfCharge = async (db: Tx, { ofChargeSql }: ArchiveKind, chargeId: string): Promise<readonly string[]> =>
  ofChargeSql === undefined ? [] : (await db.query<{ id: string }>(ofChargeSql, [chargeId])).map(({ id }) => id);

const readWhole = async (folder: string, file: string, id: string): Promise<ArchiveLine> => {
  try {
    return await readArchived(folder, file, id);
  } catch (fault) {
    if (fault instanceof DamagedPartError) throw new RefusedError(fault.message);
    throw fault;
  }
};
