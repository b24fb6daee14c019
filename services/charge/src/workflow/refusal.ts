import { type Rejection } from '@repasse/chassis/decider';
import { type QuoteAnswer } from '../clients/payment-gateway';
import { type ChargeState, type ExistingCharge } from '../domain/charge';
import { type KeyHolder } from '../store/attempt-keys';

/** Why a request made nothing. The words for its caller are http's. */
export type Refusal =
  /** By the decision on a charge, as it stood at the moment `now`; `charge` is null for one that was to be created. */
  | {
      readonly refused: 'by_decision';
      readonly rejection: Rejection;
      readonly charge: ExistingCharge | null;
      readonly now: string;
    }
  /** The caller's own key has an attempt already, with its charge at the moment `now`. */
  | {
      readonly refused: 'key_reused';
      readonly holder: KeyHolder;
      readonly charge: ChargeState;
      readonly now: string;
    }
  | {
      readonly refused: 'not_quoted';
      readonly answer: Exclude<QuoteAnswer, { readonly outcome: 'quoted' }>;
      readonly amountMinor: number;
      readonly currency: string;
    }
  /** The attempt was to be open for longer than its charge or its quote. */
  | { readonly refused: 'outlives_charge' | 'outlives_quote'; readonly limit: string }
  | { readonly refused: 'recipients_unknown' };

export const isRefusal = <T extends object>(result: T | Refusal | null): result is Refusal =>
  result !== null && 'refused' in result;
