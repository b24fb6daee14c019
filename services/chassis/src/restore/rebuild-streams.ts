import { type AnyEvent } from '@repasse/contracts';
import { appendWithin } from '../event-store/internal/append-call';
import { toText } from '../event-store/internal/append-text';
import { foldStream, follow, toAppend } from '../event-store/internal/decided';
import { lockStreams } from '../event-store/event-store';
import { type DomainEvent, type ExecutorOptions, type KnownStream } from '../event-store/internal/executor';
import { type Tx } from '../postgres/database';
import { type LostEvents, type Unrestored } from './restoration';

/** The domain events that a public event tells of, in the order in which they happened. */
export interface Backward<E> {
  readonly events: readonly E[];
  /** The fields that the public event does not hold; see Unrestored. */
  readonly lost?: readonly string[];
}

export interface StreamRestoration<C, S, E extends DomainEvent, B = never> extends Pick<
  ExecutorOptions<C, S, E, B>,
  'decider' | 'toPublic' | 'effectsOf' | 'ids'
> {
  /** Pure. `before` is the state before it, so that private events which led to the public one are told from it. */
  readonly backward: (event: AnyEvent, before: S) => Backward<E>;
  /** The rows beside a stream's events; as the executor's `beside`. */
  readonly beside?: B;
}

/** Appends lost events to their streams, with the rows beside them; nothing is published. */
export const rebuildStreams = async <C, S, E extends DomainEvent, B = never>(
  tx: Tx,
  options: StreamRestoration<C, S, E, B>,
  lost: readonly LostEvents[],
): Promise<readonly Unrestored[]> => {
  const loaded = await lockStreams(
    tx,
    lost.map(({ key }) => key),
  );
  const rebuilt = lost.map(({ key, events }) => {
    const stream = loaded.get(key);
    if (stream === undefined) throw new Error(`The stream ${key} was not loaded.`);
    return rebuildStream(options, key, foldStream(options.decider, stream), events);
  });
  const appends = rebuilt.flatMap(({ append }) => (append.events.length > 0 ? [append] : []));
  const changed = appends.length === 0 ? [] : await appendWithin(tx, appends.map(toText));
  if (changed.length > 0) throw new Error(`Streams changed while they were rebuilt: ${changed.join(', ')}.`);
  return rebuilt.flatMap(({ unrestored }) => unrestored);
};

const rebuildStream = <C, S, E extends DomainEvent, B>(
  options: StreamRestoration<C, S, E, B>,
  key: string,
  known: KnownStream<S>,
  lost: readonly AnyEvent[],
) => {
  const all: E[] = [];
  const unrestored: Unrestored[] = [];
  let state = known.state;
  for (const event of lost) {
    const { events, lost: missing = [] } = options.backward(event, state);
    const { state: after, publicEvents } = follow(options, key, state, events);
    const again = publicEvents.filter(({ type }) => type === event.type);
    if (again.length !== 1 || !isSame(again[0]?.data, event.data)) {
      unrestored.push({ what: `${event.type} cannot be told again word for word`, key });
    }
    unrestored.push(...missing.map((what) => ({ what, key })));
    all.push(...events);
    state = after;
  }
  const append = toAppend(options, { streamId: key, known, state, events: all }, [], options.beside);
  return { append, unrestored };
};

/** JSON has no order of fields. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)]));
};
