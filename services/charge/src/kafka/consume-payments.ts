import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import type { Tx } from '@repasse/chassis/postgres/database';
import type { AnyEvent, EventData } from '@repasse/contracts';
import type { ChargeCommand } from '../domain/charge.decide';
import type { ChargeStore } from '../store/charge-store';

/** The payment is of no charge here. Repeating does not help, so its later events are held back until somebody looks. */
export class UnrelatedPaymentError extends Error {
  override readonly name = 'UnrelatedPaymentError';
  readonly code = 'charge.payment_unrelated';
  readonly isRetryable = false;
}

/** payment.events.v1 → commands. What becomes of a payment decides what becomes of its attempt, and of the charge. */
export const consumePayments =
  (charges: ChargeStore) =>
  async (event: AnyEvent, tx: Tx): Promise<void> => {
    const asked = commandFor(event);
    if (!asked) return;
    const outcome = await charges.run(asked.chargeId, asked.command, { tx });
    if (isRejection(outcome) || isUniqueViolation(outcome)) {
      const why = isRejection(outcome) ? outcome.code : outcome.constraint;
      throw new UnrelatedPaymentError(
        `${event.type} of ${event.subject} is refused by charge ${asked.chargeId}: ${why}.`,
      );
    }
  };

interface Asked {
  readonly chargeId: string;
  readonly command: ChargeCommand;
}

/** Undefined for what says nothing about a charge: other events, and payments that stand alone. */
const commandFor = (event: AnyEvent): Asked | undefined => {
  switch (event.type) {
    case 'repasse.payment.received.v1':
      return recordPayment(event.data);
    case 'repasse.payment.failed.v1':
      return ofCharge(event.data, (chargeId, attemptId) => ({
        type: 'RecordAttemptFailure',
        data: { chargeId, attemptId, reason: event.data.reason, now: event.data.failedAt },
      }));
    case 'repasse.payment.expired.v1':
      return ofCharge(event.data, (chargeId, attemptId) => ({
        type: 'ExpireAttempt',
        data: { chargeId, attemptId, now: event.data.expiredAt },
      }));
    default:
      return undefined;
  }
};

const recordPayment = (data: EventData['repasse.payment.received.v1']): Asked | undefined =>
  ofCharge(data, (chargeId, attemptId) => ({
    type: 'RecordPayment',
    data: {
      chargeId,
      attemptId,
      paymentId: data.paymentId,
      invoiceId: data.invoiceId,
      providerReference: data.providerReference,
      receivedAmountMinor: data.amountMinor,
      receivedAt: data.receivedAt,
      recordedAt: data.recordedAt,
    },
  }));

const ofCharge = (
  { chargeId, attemptId }: { readonly chargeId: string | null; readonly attemptId: string | null },
  commandOf: (chargeId: string, attemptId: string) => ChargeCommand,
): Asked | undefined =>
  chargeId === null || attemptId === null ? undefined : { chargeId, command: commandOf(chargeId, attemptId) };
