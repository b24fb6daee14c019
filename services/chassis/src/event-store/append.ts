import { type IdempotencyRow } from '../idempotency/ticket';
import { type PublicEvent } from '../outbox/outbox';

/** A domain event to be kept: private to its service. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601, when it was decided. */
  readonly at: string;
  readonly data: object;
}

export interface StoredEvent extends NewEvent {
  /** 1 for the first event of its stream. */
  readonly version: number;
}

/**
 * Rows for the service's SQL function apply_effects(effects json), by its names for them. Rows of a group of appends
 * are passed together, so each row names its stream.
 */
export type EffectRows = Readonly<Record<string, readonly object[]>>;

/** The results of one command; all are kept or none. */
export interface Append {
  readonly streamId: string;
  /** The version the decision was made on; 0 for a stream that must not exist yet. */
  readonly expectedVersion: number;
  /** May be empty, when only the idempotency key or effects are to be kept. */
  readonly events: readonly NewEvent[];
  readonly publicEvents: readonly PublicEvent[];
  readonly effects?: EffectRows | undefined;
  readonly idempotency?: IdempotencyRow | undefined;
}

export type AppendOutcome =
  | { readonly outcome: 'appended'; readonly version: number }
  | { readonly outcome: 'version_conflict' }
  | { readonly outcome: 'unique_violation'; readonly constraint: string };
