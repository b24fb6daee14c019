import { IdempotencyConflict, type IdempotencyRow } from '../idempotency/ticket';
import { isConnectionFault, isRetryableFault, violatedConstraint } from '../postgres/faults';
import { type Tx } from '../postgres/database';
import { type FunctionCall } from '../postgres/function-call';
import { type AppendOutcome } from './append';
import { argumentsOf, type AppendText } from './append-text';
import { type Settled } from './group-commit';

export type SettledAppend = Settled<AppendOutcome>;

/** After a deadlock, or a key taken at that moment, the second try finds the row the first one met. */
const triesAloneMax = 2;

/**
 * Keeps a group in one round trip. A refusal concerns some of them, and the others are sent again without those. When
 * it fails because of one append's content, nothing was written, and each is tried by itself so that only that one
 * fails. When the answer was lost the commit may have happened: all get the fault.
 */
export const appendGroup = async (tx: Tx, group: readonly AppendText[]): Promise<readonly SettledAppend[]> => {
  const settled = new Map<string, SettledAppend>();
  for (let rest = group; rest.length > 0; rest = rest.filter(({ append }) => !settled.has(append.streamId))) {
    for (const [streamId, outcome] of await appendPart(tx, rest)) settled.set(streamId, outcome);
  }
  return group.map(({ append }) => settled.get(append.streamId) ?? { fault: new Error('An append was not answered.') });
};

/** The outcome of at least one of them. */
const appendPart = async (
  tx: Tx,
  texts: readonly AppendText[],
): Promise<readonly (readonly [string, SettledAppend])[]> => {
  try {
    const refusals = await callAppend(tx, texts);
    return refusals.size > 0 ? [...refusals] : texts.map((text) => [text.append.streamId, appended(text)]);
  } catch (fault) {
    if (isConnectionFault(fault)) return texts.map(({ append }) => [append.streamId, { fault }]);
  }
  const alone: [string, SettledAppend][] = [];
  for (const text of texts) alone.push([text.append.streamId, await appendAlone(tx, text)]);
  return alone;
};

const appendAlone = async (tx: Tx, text: AppendText): Promise<SettledAppend> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await callAppend(tx, [text])).get(text.append.streamId) ?? appended(text);
    } catch (fault) {
      const mayPass = isRetryableFault(fault) && !isConnectionFault(fault);
      if (!mayPass || tries === triesAloneMax) return toSettledFault(fault);
    }
  }
};

/** In a caller's transaction: all are kept, or none. Returns the streams that have another version. */
export const appendWithin = async (tx: Tx, texts: readonly AppendText[]): Promise<readonly string[]> => [
  ...(await callAppend(tx, texts)).keys(),
];

/** As part of a larger statement, which fails with RP001 when a stream has another version. */
export const appendCallOf = (texts: readonly AppendText[]): FunctionCall => ({
  name: 'append_unchanged',
  values: argumentsOf(texts),
});

interface RefusedAppends {
  readonly changed: readonly string[] | null;
  readonly held: readonly { readonly streamId: string; readonly existing: IdempotencyRow }[] | null;
}

const appendSql = 'select append_events($1, $2, $3, $4, $5, $6, $7) as refused';

/** Why some of them cannot be kept, by stream; then none was. A held key takes precedence over a version conflict. */
const callAppend = async (tx: Tx, texts: readonly AppendText[]): Promise<ReadonlyMap<string, SettledAppend>> => {
  const [row] = await tx.query<{ refused: RefusedAppends | null }>(appendSql, argumentsOf(texts));
  const { changed, held } = row?.refused ?? {};
  return new Map<string, SettledAppend>([
    ...(changed ?? []).map((streamId) => [streamId, { result: { outcome: 'version_conflict' } }] as const),
    ...(held ?? []).map(({ streamId, existing }) => [streamId, { fault: new IdempotencyConflict(existing) }] as const),
  ]);
};

const appended = ({ append: { expectedVersion, events } }: AppendText): SettledAppend => ({
  result: { outcome: 'appended', version: expectedVersion + events.length },
});

const toSettledFault = (fault: unknown): SettledAppend => {
  const constraint = violatedConstraint(fault);
  return constraint === undefined ? { fault } : { result: { outcome: 'unique_violation', constraint } };
};
