import { topicOf, type AnyEvent } from '@repasse/contracts';
import { type Tx } from '../postgres/database';
import { type Projection } from './definition';

/** Keeps events in the archive and shows them through the projections, in one statement whatever their number and types. */
export const receiveEvents = async (
  tx: Tx,
  projections: readonly Projection[],
  events: readonly AnyEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  await callAll(tx, [archiveCall(events), ...projections.map((projection) => callOf(projection, events))]);
};

/** The same for events that are in the archive already. */
export const showEvents = (tx: Tx, projections: readonly Projection[], events: readonly AnyEvent[]): Promise<void> =>
  callAll(
    tx,
    projections.map((projection) => callOf(projection, events)),
  );

interface Call {
  readonly sqlFunction: string;
  /** Null where there is nothing to write: a strict function is then not called. */
  readonly rows: string | null;
}

const callAll = async (tx: Tx, calls: readonly Call[]): Promise<void> => {
  if (calls.every(({ rows }) => rows === null)) return;
  const called = calls.map(({ sqlFunction }, index) => `${sqlFunction}($${index + 1}::json)`);
  await tx.query(
    `select ${called.join(', ')}`,
    calls.map(({ rows }) => rows),
  );
};

const callOf = ({ topics, rowsOf, write }: Projection, events: readonly AnyEvent[]): Call => {
  const rows = rowsOf(events.filter(({ type }) => topics.includes(topicOf(type))));
  return { sqlFunction: write, rows: rows.length === 0 ? null : JSON.stringify(rows) };
};

const archiveCall = (events: readonly AnyEvent[]): Call => ({
  sqlFunction: 'archive_events',
  rows: JSON.stringify(events.map((envelope) => ({ topic: topicOf(envelope.type), envelope }))),
});
