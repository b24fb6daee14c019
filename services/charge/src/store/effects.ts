import type { Attempt, ChargeState, ExistingCharge } from '../domain/charge';
import type { AttemptRequested, ChargeEvent } from '../domain/charge.events';
import { attemptRowOf, chargeRowOf, surplusRowOf, type AttemptRow, type ChargeRow, type SurplusRow } from './read-rows';

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

/** What comes with an attempt and stays out of its events: words for the provider, and the caller's own key. */
export interface AttemptInputs {
  readonly gatewayOptions: object | null;
  readonly attemptKey: string | null;
}

/** What comes with a new charge and stays out of its events: personal data, and words meant for somebody else. */
export interface CreationInputs extends AttemptInputs {
  readonly customerMeta: CustomerMeta | null;
  readonly splitConfig: readonly SplitItem[] | null;
}

/** The argument of the SQL function apply_effects; rows are column for column those of its tables. */
export interface ChargeEffects {
  readonly charge: ChargeRow;
  readonly attempts?: readonly AttemptRow[];
  /** All of the charge's: they are few, and replaced together. */
  readonly surpluses?: readonly SurplusRow[];
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
  inputs?: AttemptInputs | CreationInputs,
): ChargeEffects | undefined => {
  if (state.status === 'absent') return undefined;
  const attempts = touchedAttempts(state, events);
  const requested = events.find((event) => event.type === 'AttemptRequested');
  return {
    charge: chargeRowOf(state),
    ...(attempts.length > 0 && { attempts: attempts.map((attempt) => attemptRowOf(state, attempt)) }),
    ...(events.some(isAboutSurplus) && {
      surpluses: state.surpluses.map((surplus) => surplusRowOf(state, surplus)),
    }),
    ...(requested && awaited(requested, inputs)),
    ...(inputs && 'customerMeta' in inputs && creation(state, inputs)),
    ...(inputs && keyOf(state, inputs, requested)),
  };
};

const touchedAttempts = (state: ExistingCharge, events: readonly ChargeEvent[]): readonly Attempt[] => {
  const touched = new Set(events.flatMap(({ data }) => ('attemptId' in data ? [data.attemptId] : [])));
  return state.attempts.filter(({ terms }) => touched.has(terms.attemptId));
};

const isAboutSurplus = ({ type }: ChargeEvent): boolean => type.startsWith('ChargeSurplus');

const awaited = (
  { data: { attemptId, requestedAt } }: AttemptRequested,
  inputs?: AttemptInputs,
): Pick<ChargeEffects, 'awaited'> => {
  const dueAt = new Date(Date.parse(requestedAt) + awaitedForMs).toISOString();
  return {
    awaited: { attempt_id: attemptId, gateway_options: inputs?.gatewayOptions ?? null, due_at: dueAt },
  };
};

const creation = (
  { terms: { chargeId } }: ExistingCharge,
  { customerMeta, splitConfig }: CreationInputs,
): Partial<ChargeEffects> => ({
  ...(customerMeta && { payer: { charge_id: chargeId, ...customerMeta } }),
  ...(splitConfig && { splitConfig }),
});

const keyOf = (
  { terms: { chargeId, userId } }: ExistingCharge,
  { attemptKey }: AttemptInputs,
  requested?: AttemptRequested,
): Pick<ChargeEffects, 'attemptKey'> =>
  attemptKey === null
    ? {}
    : {
        attemptKey: {
          user_id: userId,
          attempt_key: attemptKey,
          charge_id: chargeId,
          attempt_id: requested?.data.attemptId ?? null,
        },
      };
