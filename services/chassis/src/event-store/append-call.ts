import { IdempotencyConflict, type IdempotencyRow } from '../idempotency/ticket';
import { isConnectionFault, violatedConstraint } from '../postgres/faults';
import { type Tx } from '../postgres/database';
import { toOutboxRow } from '../outbox/outbox';
import { type Settled } from './group-commit';
import { type Append, type AppendOutcome } from './append';

/** An append as the SQL function takes it, already text: it is measured, and sent, in this form. */
export const serialize = ({ streamId, expectedVersion, events, publicEvents, effects, idempotency }: Append): string =>
  JSON.stringify({
    streamId,
    expectedVersion,
    events: events.map(({ id, type, data }) => ({ id, type, data })),
    publicEvents: publicEvents.map(toOutboxRow),
    effects,
    idempotency,
  });

type SqlOutcome = AppendOutcome | { readonly outcome: 'idempotency_conflict'; readonly existing: IdempotencyRow };
export type SettledAppend = Settled<AppendOutcome>;

/**
 * Keeps a group in one round trip. When it fails for what one of them carried, nothing was written, and each is tried
 * by itself so that only the culprit learns of it. When the answer was lost the commit may have happened: all are told.
 */
export const appendGroup = async (tx: Tx, appends: readonly string[]): Promise<readonly SettledAppend[]> => {
  try {
    return (await callAppend(tx, 'append_events', appends)).map(toSettled);
  } catch (fault) {
    if (appends.length === 1) return [toSettledFault(fault)];
    if (isConnectionFault(fault)) return appends.map(() => ({ fault }));
  }
  const settled: SettledAppend[] = [];
  for (const append of appends) settled.push(...(await appendGroup(tx, [append])));
  return settled;
};

/** Within a caller's transaction, which goes on after a unique violation. */
export const appendWithin = async (tx: Tx, append: string): Promise<AppendOutcome> => {
  const [settled] = (await callAppend(tx, 'append_events_guarded', [append])).map(toSettled);
  if (settled === undefined) throw new Error('An append was not answered.');
  if ('fault' in settled) throw settled.fault;
  return settled.result;
};

const callAppend = async (
  tx: Tx,
  sqlFunction: 'append_events' | 'append_events_guarded',
  appends: readonly string[],
): Promise<readonly SqlOutcome[]> => {
  const sql = `select ${sqlFunction}($1::jsonb) as outcomes`;
  const [row] = await tx.query<{ outcomes: SqlOutcome[] }>(sql, [`[${appends.join(',')}]`]);
  return row?.outcomes ?? [];
};

const toSettled = (outcome: SqlOutcome): SettledAppend =>
  outcome.outcome === 'idempotency_conflict'
    ? { fault: new IdempotencyConflict(outcome.existing) }
    : { result: outcome };

const toSettledFault = (fault: unknown): SettledAppend => {
  const constraint = violatedConstraint(fault);
  return constraint === undefined ? { fault } : { result: { outcome: 'unique_violation', constraint } };
};
