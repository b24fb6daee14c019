import { type EffectRows } from '@repasse/chassis/event-store/append';
import { type Change } from '@repasse/chassis/event-store/execute';
import { attemptOf, isAwaited, type Attempt, type ChargeState, type ExistingCharge } from '../domain/charge';
import { type ChargeEvent, type EventOf } from '../domain/charge.events';
import {
  attemptRowOf,
  changedAttemptOf,
  changedChargeOf,
  chargeRowOf,
  statusOf,
  surplusRowOf,
  type AttemptRow,
  type ChangedAttempt,
  type ChangedCharge,
  type ChargeRow,
  type SurplusRow,
} from './read-rows';
import { type Status } from './standings';

export interface CustomerMeta {
  readonly name?: string;
  readonly email?: string;
  /** CPF or CNPJ without punctuation. */
  readonly document?: string;
  readonly source: 'PRE_FILLED' | 'COLLECT_AT_CHECKOUT';
}

/** The known data of the payer. */
export interface Payer extends CustomerMeta {
  readonly phone?: string;
  readonly documentType?: 'CPF' | 'CNPJ';
}

/** A split item as it was sent. */
export interface SplitItem {
  readonly recipientEmail: string;
  readonly kind: 'FIXED' | 'PERCENT';
  readonly amount?: string;
  readonly percent?: number;
}

/**
 * Inputs of an attempt that stay out of its events: texts for the provider, the caller's own key, and what the payer told
 * of themselves when paying.
 */
export interface AttemptInputs {
  readonly gatewayOptions: object | null;
  readonly attemptKey: string | null;
  readonly payer?: Payer | null;
}

/** Inputs of a new charge that stay out of its events: personal data, and texts meant for others. */
export interface CreationInputs extends AttemptInputs {
  readonly payer: Payer | null;
  readonly splitConfig: readonly SplitItem[] | null;
}

/** The argument of the SQL function apply_effects: rows by operation, column for column as its tables. */
export interface ChargeEffects extends EffectRows {
  readonly newCharges?: readonly ChargeRow[];
  readonly charges?: readonly ChangedCharge[];
  /** How many charges more or less a merchant has in a status. */
  readonly counts?: readonly { readonly user_id: number; readonly status: Status; readonly change: 1 | -1 }[];
  readonly newAttempts?: readonly AttemptRow[];
  readonly attempts?: readonly ChangedAttempt[];
  readonly awaited?: readonly AwaitedRow[];
  /** Attempts whose provider has answered. */
  readonly answered?: readonly { readonly attempt_id: string }[];
  /** All of the charge's: they are few, and replaced together. */
  readonly surpluses?: readonly SurplusRow[];
  readonly refunds?: readonly RefundRow[];
  readonly payers?: readonly PayerRow[];
  readonly splitConfigs?: readonly { readonly charge_id: string; readonly items: readonly SplitItem[] }[];
  readonly attemptKeys?: readonly AttemptKeyRow[];
}

/** A row of `charge_refunds`, by which a search finds the charge. */
interface RefundRow {
  readonly refund_id: string;
  readonly charge_id: string;
  readonly user_id: number;
}

interface PayerRow extends Omit<Payer, 'documentType'> {
  readonly charge_id: string;
  readonly document_type?: string;
}

interface AwaitedRow {
  readonly attempt_id: string;
  readonly charge_id: string;
  readonly gateway_options: object | null;
  readonly due_at: string;
}

interface AttemptKeyRow {
  readonly user_id: number;
  readonly attempt_key: string;
  readonly charge_id: string;
  readonly attempt_id: string | null;
}

/**
 * How long the request that asked is given to record the provider's answer before the janitor asks as well: longer than
 * the request may take, so that the two meet only after a crash.
 */
const awaitedForMs = 15_000;

export const effectsOf = (
  { before, after, events }: Change<ChargeState, ChargeEvent>,
  inputs?: AttemptInputs | CreationInputs,
): ChargeEffects | undefined => {
  if (after.status === 'absent') return undefined;
  const requests = events.filter((event) => event.type === 'AttemptRequested');
  return {
    ...chargeEffects(before, after),
    ...attemptEffects(before, after, events),
    ...(events.some(isAboutSurplus) && {
      surpluses: after.surpluses.map((surplus) => surplusRowOf(after, surplus)),
    }),
    ...refundEffects(after, events),
    ...(requests.length > 0 && { awaited: requests.map((requested) => awaitedRowOf(after, requested, inputs)) }),
    ...(inputs && personal(after, inputs)),
    ...(inputs && keyOf(after, inputs, requests[0])),
  };
};

const chargeEffects = (before: ChargeState, after: ExistingCharge): ChargeEffects => {
  const row = chargeRowOf(after);
  const { user_id, status } = row;
  if (before.status === 'absent') return { newCharges: [row], counts: [{ user_id, status, change: 1 }] };
  const had = statusOf(before);
  return {
    charges: [changedChargeOf(row)],
    ...(had !== status && {
      counts: [
        { user_id, status: had, change: -1 },
        { user_id, status, change: 1 },
      ],
    }),
  };
};

const attemptEffects = (before: ChargeState, after: ExistingCharge, events: readonly ChargeEvent[]): ChargeEffects => {
  const touched = new Set(events.flatMap(({ data }) => ('attemptId' in data ? [data.attemptId] : [])));
  const earlier = ({ terms: { attemptId } }: Attempt): Attempt | undefined =>
    before.status === 'absent' ? undefined : attemptOf(before, attemptId);
  const attempts = after.attempts.filter(({ terms }) => touched.has(terms.attemptId));
  const made = attempts.filter((attempt) => earlier(attempt) === undefined);
  const changed = attempts.filter((attempt) => earlier(attempt) !== undefined);
  const wasAwaited = (attempt: Attempt | undefined): boolean => attempt !== undefined && isAwaited(attempt);
  const answered = changed.filter((attempt) => wasAwaited(earlier(attempt)) && !isAwaited(attempt));
  return {
    ...(made.length > 0 && { newAttempts: made.map((attempt) => attemptRowOf(after, attempt)) }),
    ...(changed.length > 0 && { attempts: changed.map((attempt) => changedAttemptOf(attemptRowOf(after, attempt))) }),
    ...(answered.length > 0 && { answered: answered.map(({ terms }) => ({ attempt_id: terms.attemptId })) }),
  };
};

const refundEffects = ({ terms }: ExistingCharge, events: readonly ChargeEvent[]): ChargeEffects => {
  const refunds = events.flatMap((event) => (event.type === 'ChargeRefunded' ? [event.data.refundId] : []));
  if (refunds.length === 0) return {};
  const ofCharge = { charge_id: terms.chargeId, user_id: terms.userId };
  return { refunds: refunds.map((refund_id) => ({ refund_id, ...ofCharge })) };
};

const isAboutSurplus = ({ type }: ChargeEvent): boolean => type.startsWith('ChargeSurplus');

const awaitedRowOf = (
  { terms: { chargeId } }: ExistingCharge,
  { at, data: { attemptId } }: EventOf<'AttemptRequested'>,
  inputs?: AttemptInputs,
): AwaitedRow => ({
  attempt_id: attemptId,
  charge_id: chargeId,
  gateway_options: inputs?.gatewayOptions ?? null,
  due_at: new Date(Date.parse(at) + awaitedForMs).toISOString(),
});

const personal = (
  { terms: { chargeId: charge_id } }: ExistingCharge,
  inputs: AttemptInputs | CreationInputs,
): ChargeEffects => {
  const splitConfig = 'splitConfig' in inputs ? inputs.splitConfig : null;
  return {
    ...(inputs.payer && { payers: [payerRowOf(charge_id, inputs.payer)] }),
    ...(splitConfig && { splitConfigs: [{ charge_id, items: splitConfig }] }),
  };
};

const payerRowOf = (charge_id: string, { documentType, ...payer }: Payer): PayerRow => ({
  charge_id,
  ...payer,
  ...(documentType !== undefined && { document_type: documentType }),
});

const keyOf = (
  { terms: { chargeId, userId } }: ExistingCharge,
  { attemptKey }: AttemptInputs,
  requested?: EventOf<'AttemptRequested'>,
): ChargeEffects =>
  attemptKey === null
    ? {}
    : {
        attemptKeys: [
          {
            user_id: userId,
            attempt_key: attemptKey,
            charge_id: chargeId,
            attempt_id: requested?.data.attemptId ?? null,
          },
        ],
      };
