/** Why a payment was declined, in words that are the same for every provider (`Decline` in the OpenAPI document). */
export type DeclineCode =
  | 'insufficient_funds'
  | 'card_expired'
  | 'card_blocked'
  | 'card_canceled'
  | 'invalid_card'
  | 'invalid_security_code'
  | 'limit_exceeded'
  | 'suspected_fraud'
  | 'issuer_unavailable'
  | 'not_permitted'
  | 'declined';

export interface Decline {
  readonly declineCode: DeclineCode;
  /** Whether the same card may be tried again; schemes fine repeats that are not allowed. */
  readonly isRetryable: boolean;
}
