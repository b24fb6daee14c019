import { type Clock, toIso } from '@repasse/chassis/clock';
import { assertNever, isRejection } from '@repasse/chassis/decider';
import { type PaymentState } from '../domain/payment';
import { type LaterCommand } from '../domain/payment-commands';
import { type OfferOutcome } from '../providers/provider';
import { type PaymentStore } from '../store/payment-store';

/**
 * Records what asking a provider for a payment came to, and answers where the payment is afterwards. A command that is
 * refused means that the payment moved on while the provider was asked; where it is now is the answer.
 */
export const recordOutcome = async (
  o: { payments: PaymentStore; clock: Clock },
  paymentId: string,
  outcome: OfferOutcome,
): Promise<PaymentState> => {
  const commands = commandsOf(outcome, toIso(o.clock.now()));
  let settled: PaymentState | undefined;
  for (const command of commands) {
    const decided = await o.payments.run(paymentId, command);
    settled = isRejection(decided) ? undefined : decided.state;
  }
  return settled ?? o.payments.load(paymentId);
};

/** What is to be recorded; nothing when nothing happened over there. */
const commandsOf = (outcome: OfferOutcome, now: string): readonly LaterCommand[] => {
  switch (outcome.outcome) {
    case 'offered':
      return [{ type: 'OfferPayment', data: { offer: outcome.offer, now } }];
    case 'received':
      return [
        { type: 'OfferPayment', data: { offer: outcome.offer, now } },
        ...outcome.receipts.map((receipt): LaterCommand => ({ type: 'RecordReceipt', data: { receipt, now } })),
      ];
    case 'confirming':
      return [{ type: 'ConfirmPayment', data: { offer: outcome.offer, now } }];
    case 'declined': {
      const { declineCode, isRetryable, detail, offer } = outcome;
      const decline = { declineCode, isRetryable };
      return [{ type: 'FailPayment', data: { reason: 'DECLINED', detail, decline, offer, now } }];
    }
    case 'refused':
      return [{ type: 'FailPayment', data: { reason: outcome.reason, detail: outcome.detail, now } }];
    case 'unknown':
      return [{ type: 'RecordUnknownOutcome', data: { now } }];
    case 'unavailable':
      return [];
    default:
      return assertNever(outcome);
  }
};
