import { type Decline } from '../../payments/domain/payment';

const words: Readonly<Record<string, Decline>> = {
  insufficient_funds: { declineCode: 'insufficient_funds', isRetryable: true },
  withdrawal_limit_exceeded: { declineCode: 'limit_exceeded', isRetryable: true },
  expired_card: { declineCode: 'card_expired', isRetryable: false },
  pick_up_card: { declineCode: 'card_blocked', isRetryable: false },
  restricted_card: { declineCode: 'card_blocked', isRetryable: false },
  invalid_card: { declineCode: 'invalid_card', isRetryable: false },
  unknown_card: { declineCode: 'invalid_card', isRetryable: false },
  // A date or a code that was typed wrong can be typed right.
  invalid_expiry: { declineCode: 'invalid_card', isRetryable: true },
  invalid_cvv: { declineCode: 'invalid_security_code', isRetryable: true },
  high_risk: { declineCode: 'suspected_fraud', isRetryable: false },
  suspected_fraud: { declineCode: 'suspected_fraud', isRetryable: false },
  issuer_not_available: { declineCode: 'issuer_unavailable', isRetryable: true },
  technical_error: { declineCode: 'issuer_unavailable', isRetryable: true },
  transaction_not_allowed_for_cardholder: { declineCode: 'not_permitted', isRetryable: false },
  invalid_country: { declineCode: 'not_permitted', isRetryable: false },
  invalid_merchant: { declineCode: 'not_permitted', isRetryable: false },
};

/** Abandoned challenges, wrong names and addresses, do_not_honour, reasons of the future and none at all. */
const otherwise: Decline = { declineCode: 'declined', isRetryable: true };

/** The provider's decline_reason in the words that are the same for all providers. */
export const declineOf = (reason: string | undefined): Decline =>
  reason !== undefined && Object.hasOwn(words, reason) ? (words[reason] ?? otherwise) : otherwise;
