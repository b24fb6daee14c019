import { openDatabase, type Database, type Tx } from '../postgres/database';
import { readArchive, settledSequence, type ArchivedEvent } from './internal/archive';
import { type Projection } from './definition';
import {
  countDifferences,
  createTables,
  dropTables,
  indexTables,
  swapTables,
  useLiveTables,
  useRebuildTables,
} from './internal/rebuild-tables';
import { showEvents } from './show-events';

export interface TableDrift {
  readonly table: string;
  /** Rows that follow from the events and are missing in the live table. */
  readonly missingRows: number;
  /** Rows of the live table that do not follow from the events. */
  readonly surplusRows: number;
}

export interface RebuildReport {
  readonly projection: string;
  readonly eventsApplied: number;
  readonly durationMs: number;
  /** Empty unless `verify` was asked for and something differs. */
  readonly drift: readonly TableDrift[];
  readonly isSwapped: boolean;
}

export interface RebuildOptions {
  readonly db: Database;
  readonly projection: Projection;
  /** Compare only: the live tables stay as they are. */
  readonly verify: boolean;
}

/** Some megabytes of events at a time; larger batches gain nothing. */
const batchEvents = 5_000;

/** With no more than this left, the rest is applied while the live projection waits, some milliseconds. */
const finalEventsMax = 1_000;

/** One batch or one comparison of large tables; no request waits for it. */
const statementTimeoutMs = 30 * 60_000;

/**
 * Builds a projection from received_events beside the live one, then swaps the two or reports their differences. The
 * live one goes on meanwhile and waits only at the end, when the last events are applied under the archive's lock.
 */
export const rebuild = async ({ db, projection, verify }: RebuildOptions): Promise<RebuildReport> => {
  const startedAtMs = performance.now();
  const lock = await db.holdAdvisoryLock(`rebuild ${projection.name}`);
  if (lock === undefined) throw new Error(`The projection ${projection.name} is being rebuilt already.`);
  const own = openDatabase({ url: db.url, name: `${db.name} rebuild`, poolMax: 2, statementTimeoutMs });
  try {
    await own.transaction((tx) => createTables(tx, projection.tables));
    const progress = await catchUp(own, projection);
    if (!verify) await own.transaction((tx) => indexTables(tx, projection.tables));
    const { eventsApplied, drift } = await own.transaction((tx) => finish(tx, projection, progress, verify));
    const durationMs = performance.now() - startedAtMs;
    return { projection: projection.name, eventsApplied, durationMs, drift, isSwapped: !verify };
  } finally {
    await own.close();
    await lock.release();
  }
};

interface Progress {
  /** The last sequence that was applied. */
  readonly sequence: number;
  readonly eventsApplied: number;
}

/** Applies received events until few are left. */
const catchUp = async (db: Database, projection: Projection): Promise<Progress> => {
  let progress: Progress = { sequence: 0, eventsApplied: 0 };
  for (;;) {
    const settled = await db.transaction(settledSequence);
    if (settled - progress.sequence <= finalEventsMax) return progress;
    progress = await applyUpTo(db, projection, progress, settled);
  }
};

const applyUpTo = async (db: Database, projection: Projection, from: Progress, settled: number): Promise<Progress> => {
  const read = (after: number) => readArchive(db, projection.topics, after, settled, batchEvents);
  let progress = from;
  let archived = await read(from.sequence);
  while (progress.sequence < settled) {
    const batch = archived;
    progress = progressAfter(progress, batch, settled);
    // The next batch is read while this one is applied.
    const [next] = await Promise.all([
      progress.sequence < settled ? read(progress.sequence) : [],
      db.transaction((tx) => applyArchived(tx, projection, batch)),
    ]);
    archived = next;
  }
  return progress;
};

/** Past the last event, the sequence jumps to `settled`. */
const progressAfter = (from: Progress, archived: readonly ArchivedEvent[], settled: number): Progress => {
  const last = archived.at(-1)?.sequence;
  return {
    sequence: last === undefined || archived.length < batchEvents ? settled : last,
    eventsApplied: from.eventsApplied + archived.length,
  };
};

const applyArchived = async (tx: Tx, projection: Projection, archived: readonly ArchivedEvent[]): Promise<void> => {
  if (archived.length === 0) return;
  await useRebuildTables(tx);
  await showEvents(
    tx,
    [projection],
    archived.map(({ envelope }) => envelope),
  );
};

const finish = async (
  tx: Tx,
  projection: Projection,
  from: Progress,
  verify: boolean,
): Promise<{ readonly eventsApplied: number; readonly drift: readonly TableDrift[] }> => {
  const settled = await settledSequence(tx);
  let progress = from;
  while (progress.sequence < settled) {
    const archived = await readArchive(tx, projection.topics, progress.sequence, settled, batchEvents);
    await applyArchived(tx, projection, archived);
    progress = progressAfter(progress, archived, settled);
  }
  await useLiveTables(tx);

  const { eventsApplied } = progress;
  if (verify) {
    const drift = await driftOf(tx, projection);
    await dropTables(tx, projection.tables);
    return { eventsApplied, drift };
  }
  await swapTables(tx, projection.tables);
  await tx.query(
    `insert into projection_checkpoints (name, sequence) values ($1, $2)
     on conflict (name) do update set sequence = excluded.sequence, built_at = now()`,
    [projection.name, settled],
  );
  return { eventsApplied, drift: [] };
};

const driftOf = async (tx: Tx, projection: Projection): Promise<TableDrift[]> => {
  const drift: TableDrift[] = [];
  for (const table of projection.tables) {
    const differences = await countDifferences(tx, table);
    if (differences.missingRows > 0 || differences.surplusRows > 0) drift.push({ table, ...differences });
  }
  return drift;
};
