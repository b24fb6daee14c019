import { IdempotencyConflict, type IdempotencyRow } from '../../idempotency/ticket';
import {
  allAdded,
  committedMessages,
  type Added,
  type OutboxMessage,
  type EnqueuedPlaces,
} from '../../outbox/outbox-message';
import { isConnectionFault, isRetryableFault, violatedConstraint } from '../../postgres/faults';
import { type Tx } from '../../postgres/database';
import { type FunctionCall } from '../../postgres/function-call';
import { type AppendOutcome } from '../append';
import { argumentsOf, type AppendText } from './append-text';
import { type Settled } from '../group-commit';

export type SettledAppend = Settled<AppendOutcome>;

/** After a deadlock, or a key taken at that moment, the second try finds the row the first one met. */
const triesAloneMax = 2;

export interface AppendedGroup {
  /** The outcome of each append, in their order. */
  readonly settled: readonly SettledAppend[];
  /** The rows that the group added to the outbox. */
  readonly added: Added;
}

/**
 * Keeps a group in one round trip. A refusal concerns some of them, and the others are sent again without those. When
 * it fails because of one append's content, nothing was written, and each is tried by itself so that only that one
 * fails. When the answer was lost the commit may have happened: all get the fault.
 */
export const appendGroup = async (tx: Tx, group: readonly AppendText[]): Promise<AppendedGroup> => {
  const settled = new Map<string, SettledAppend>();
  let added: Added = [];
  for (let rest = group; rest.length > 0; rest = rest.filter(({ append }) => !settled.has(append.streamId))) {
    const part = await appendPart(tx, rest);
    for (const [streamId, outcome] of part.outcomes) settled.set(streamId, outcome);
    added = allAdded([added, part.added]);
  }
  const unanswered = { fault: new Error('An append was not answered.') };
  return { settled: group.map(({ append }) => settled.get(append.streamId) ?? unanswered), added };
};

/** The outcome of at least one of them. */
interface AppendedPart extends Pick<AppendedGroup, 'added'> {
  readonly outcomes: ReadonlyMap<string, SettledAppend>;
}

const appendPart = async (tx: Tx, texts: readonly AppendText[]): Promise<AppendedPart> => {
  try {
    const { refusals, added } = await callAppend(tx, texts);
    return refusals.size > 0 ? { outcomes: refusals, added } : { outcomes: new Map(texts.map(appended)), added };
  } catch (fault) {
    if (isConnectionFault(fault)) return failed(texts, { fault });
  }
  const parts: AppendedPart[] = [];
  for (const text of texts) parts.push(await appendAlone(tx, text));
  return {
    outcomes: new Map(parts.flatMap(({ outcomes }) => [...outcomes])),
    added: allAdded(parts.map((one) => one.added)),
  };
};

const appendAlone = async (tx: Tx, text: AppendText): Promise<AppendedPart> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const { refusals, added } = await callAppend(tx, [text]);
      return { outcomes: refusals.size > 0 ? refusals : new Map([appended(text)]), added };
    } catch (fault) {
      const mayPass = isRetryableFault(fault) && !isConnectionFault(fault);
      if (!mayPass || tries === triesAloneMax) return failed([text], toSettledFault(fault));
    }
  }
};

/** After a lost connection nobody knows what was written. */
const failed = (texts: readonly AppendText[], settled: SettledAppend): AppendedPart => ({
  outcomes: new Map(texts.map(({ append }) => [append.streamId, settled])),
  added: 'fault' in settled && isConnectionFault(settled.fault) ? undefined : [],
});

/** In a caller's transaction: all are kept, or none. Returns the streams that have another version. */
export const appendWithin = async (tx: Tx, texts: readonly AppendText[]): Promise<readonly string[]> => [
  ...(await callAppend(tx, texts)).refusals.keys(),
];

/** Appends as part of a larger statement, which fails with RP001 when a stream has another version. */
export interface AppendCall extends FunctionCall {
  /** The rows it added to the outbox, by the result of the function. */
  readonly addedBy: (result: unknown) => readonly OutboxMessage[];
}

export const appendCallOf = (texts: readonly AppendText[]): AppendCall => ({
  name: 'append_unchanged',
  values: argumentsOf(texts),
  addedBy: (result) => addedTo(texts, result as EnqueuedPlaces),
});

/** The result of the SQL function append_events: its refusals, or the places of the events it enqueued. */
interface Appended {
  readonly changed?: readonly string[] | null;
  readonly held?: readonly { readonly streamId: string; readonly existing: IdempotencyRow }[] | null;
  readonly enqueued?: EnqueuedPlaces;
}

interface CalledAppend {
  /** Why some of them cannot be kept, by stream; then none was. A held key takes precedence over a version conflict. */
  readonly refusals: ReadonlyMap<string, SettledAppend>;
  readonly added: readonly OutboxMessage[];
}

const appendSql = 'select append_events($1, $2, $3, $4, $5, $6, $7) as appended';

const callAppend = async (tx: Tx, texts: readonly AppendText[]): Promise<CalledAppend> => {
  const [row] = await tx.query<{ appended: Appended | null }>(appendSql, argumentsOf(texts));
  const { changed, held, enqueued } = row?.appended ?? {};
  const refusals = new Map<string, SettledAppend>([
    ...(changed ?? []).map((streamId) => [streamId, { result: { outcome: 'version_conflict' } }] as const),
    ...(held ?? []).map(({ streamId, existing }) => [streamId, { fault: new IdempotencyConflict(existing) }] as const),
  ]);
  return { refusals, added: addedTo(texts, enqueued ?? null) };
};

const addedTo = (texts: readonly AppendText[], enqueued: EnqueuedPlaces): readonly OutboxMessage[] =>
  committedMessages(
    texts.flatMap(({ rows }) => rows),
    enqueued,
  );

const appended = ({ append: { streamId, expectedVersion, events } }: AppendText) =>
  [streamId, { result: { outcome: 'appended', version: expectedVersion + events.length } }] as const;

const toSettledFault = (fault: unknown): SettledAppend => {
  const constraint = violatedConstraint(fault);
  return constraint === undefined ? { fault } : { result: { outcome: 'unique_violation', constraint } };
};
