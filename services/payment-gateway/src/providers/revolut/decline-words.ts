import { type Decline } from '../../payments/domain/decline';
import { declineTable } from '../wire/decline-table';

/** The provider's decline_reason in the words that are the same for all providers. */
export const declineOf = (reason: string | undefined): Decline => words.get(reason ?? '') ?? otherwise;

const words = declineTable({
  again: {
    insufficient_funds: 'insufficient_funds',
    limit_exceeded: 'withdrawal_limit_exceeded',
    // A date or a code that was typed wrong can be typed right.
    invalid_card: 'invalid_expiry',
    invalid_security_code: 'invalid_cvv',
    issuer_unavailable: 'issuer_not_available technical_error',
  },
  never: {
    card_expired: 'expired_card',
    card_blocked: 'pick_up_card restricted_card',
    invalid_card: 'invalid_card unknown_card',
    suspected_fraud: 'high_risk suspected_fraud',
    not_permitted: 'transaction_not_allowed_for_cardholder invalid_country invalid_merchant',
  },
});

/** Abandoned challenges, wrong names and addresses, do_not_honour, reasons of the future and none at all. */
const otherwise: Decline = { declineCode: 'declined', isRetryable: true };
