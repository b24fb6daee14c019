import type { ChargeState } from '../domain/charge';
import type { ChargeEvent } from '../domain/charge.events';
import { attemptRowOf, chargeRowOf, type AttemptRow, type ChargeRow } from './read-rows';

export interface CustomerMeta {
  readonly name?: string;
  readonly email?: string;
  readonly source: 'PRE_FILLED' | 'COLLECT_AT_CHECKOUT';
}

/** A split item as it was sent. */
export interface SplitItem {
  readonly recipientEmail: string;
  readonly kind: 'FIXED' | 'PERCENT';
  readonly amount?: string;
  readonly percent?: number;
}

/** What comes with a new charge and stays out of its events: personal data, and words meant for somebody else. */
export interface CreationInputs {
  readonly customerMeta: CustomerMeta | null;
  readonly splitConfig: readonly SplitItem[] | null;
  readonly gatewayOptions: object | null;
  readonly attemptKey: string | null;
}

/** The argument of the SQL function apply_effects; rows are column for column those of its tables. */
export interface ChargeEffects {
  readonly charge: ChargeRow;
  readonly attempts?: readonly AttemptRow[];
  readonly awaited?: {
    readonly attempt_id: string;
    readonly gateway_options: object | null;
    readonly due_at: string;
  };
  readonly payer?: { readonly charge_id: string } & CustomerMeta;
  readonly splitConfig?: readonly SplitItem[];
  readonly attemptKey?: {
    readonly user_id: number;
    readonly attempt_key: string;
    readonly charge_id: string;
    readonly attempt_id: string | null;
  };
}

/**
 * How long the request that asked is given to record the provider's answer before the janitor asks as well: longer than
 * the request may take, so that the two meet only after a crash.
 */
export const awaitedForMs = 15_000;

export const effectsOf = (
  state: ChargeState,
  events: readonly ChargeEvent[],
  inputs?: CreationInputs,
): ChargeEffects | undefined => {
  if (state.status === 'absent') return undefined;
  const touched = new Set(events.flatMap(({ data }) => ('attemptId' in data ? [data.attemptId] : [])));
  const attempts = state.attempts.filter(({ terms }) => touched.has(terms.attemptId));

  return {
    charge: chargeRowOf(state),
    ...(attempts.length > 0 && { attempts: attempts.map((attempt) => attemptRowOf(state, attempt)) }),
    ...awaited(events, inputs),
    ...(inputs && creation(state.terms.chargeId, state.terms.userId, state.attempts[0]?.terms.attemptId, inputs)),
  };
};

const awaited = (events: readonly ChargeEvent[], inputs?: CreationInputs): Pick<ChargeEffects, 'awaited'> => {
  const requested = events.find((event) => event.type === 'AttemptRequested');
  if (!requested) return {};
  const { attemptId, requestedAt } = requested.data;
  const dueAt = new Date(Date.parse(requestedAt) + awaitedForMs).toISOString();
  return {
    awaited: { attempt_id: attemptId, gateway_options: inputs?.gatewayOptions ?? null, due_at: dueAt },
  };
};

const creation = (
  chargeId: string,
  userId: number,
  attemptId: string | undefined,
  { customerMeta, splitConfig, attemptKey }: CreationInputs,
): Partial<ChargeEffects> => ({
  ...(customerMeta && { payer: { charge_id: chargeId, ...customerMeta } }),
  ...(splitConfig && { splitConfig }),
  ...(attemptKey !== null && {
    attemptKey: { user_id: userId, attempt_key: attemptKey, charge_id: chargeId, attempt_id: attemptId ?? null },
  }),
});
