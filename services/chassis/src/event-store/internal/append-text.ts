import { outboxRows, type OutboxRow } from '../../outbox/outbox';
import { type Append, type NewEvent } from '../append';

/** An append as text: it is measured in this form, and a group of them is joined without reading it again. */
export interface AppendText {
  readonly append: Append;
  /** Names that no other append of its group may share: locks are taken under them. */
  readonly keys: readonly string[];
  readonly rows: readonly OutboxRow[];
  /** JSON objects, separated by commas; '' for none. */
  readonly events: string;
  readonly publicEvents: string;
  readonly claim: string;
  readonly effects: readonly (readonly [name: string, rows: string])[];
  readonly bytes: number;
}

export const toText = (append: Append): AppendText => {
  const { streamId, expectedVersion, events, publicEvents, effects = {}, idempotency } = append;
  const rows = outboxRows(publicEvents);
  const texts = {
    events: joined(events.map((event, index) => eventRow(streamId, expectedVersion + index + 1, event))),
    publicEvents: joined(rows),
    claim: idempotency === undefined ? '' : JSON.stringify({ streamId, ...idempotency }),
    effects: Object.entries(effects).map(([name, rows]) => [name, joined(rows)] as const),
  };
  const bytes = [texts.events, texts.publicEvents, texts.claim, ...texts.effects.map(([, rows]) => rows)]
    .map(({ length }) => length)
    .reduce((sum, length) => sum + length);
  return { append, keys: [...new Set([streamId, ...publicEvents.map(({ key }) => key)])], rows, ...texts, bytes };
};

/** The arguments of the SQL function append_events, in its order. */
export const argumentsOf = (texts: readonly AppendText[]): readonly unknown[] => [
  texts.flatMap(({ keys }) => keys),
  texts.map(({ append }) => append.streamId),
  texts.map(({ append }) => append.expectedVersion),
  listOf(texts.map(({ events }) => events)),
  listOf(texts.map(({ publicEvents }) => publicEvents)),
  listOf(texts.map(({ claim }) => claim)),
  effectsOf(texts),
];

const eventRow = (streamId: string, version: number, { id, type, at, data }: NewEvent) => ({
  stream_id: streamId,
  ...{ version, id, type, occurred_at: at, data },
});

const joined = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join(',');

const listOf = (parts: readonly string[]): string | null => {
  const list = parts.filter((part) => part !== '').join(',');
  return list === '' ? null : `[${list}]`;
};

/** The rows of one name together, in the order of their appends. */
const effectsOf = (texts: readonly AppendText[]): string | null => {
  const byName = new Map<string, string[]>();
  for (const [name, rows] of texts.flatMap(({ effects }) => effects)) {
    if (rows !== '') byName.set(name, [...(byName.get(name) ?? []), rows]);
  }
  if (byName.size === 0) return null;
  return `{${[...byName].map(([name, rows]) => `${JSON.stringify(name)}:[${rows.join(',')}]`).join(',')}}`;
};
