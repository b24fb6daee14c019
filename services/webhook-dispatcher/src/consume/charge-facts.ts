import { type AnyEvent } from '@repasse/contracts';
import { chargeSummary } from '../domain/announcements/charges';
import { methodRows } from '../domain/methods';
import { type ChargeRow, type Facts, type InvoiceRow } from '../store/feeds';

/** The facts of charges and invoices that later messages, or a merchant's resend, need. */
export const factsOf = (events: readonly AnyEvent[]): Facts => {
  const charges: ChargeRow[] = [];
  const invoices: InvoiceRow[] = [];
  for (const event of events) {
    if (event.type === 'repasse.charge.created.v1') {
      const { chargeId, userId, webhookUrl } = event.data;
      const summary = chargeSummary(event.data);
      charges.push({ charge_id: chargeId, user_id: userId, webhook_url: webhookUrl, summary });
    }
    const invoice = invoiceOf(event);
    if (invoice !== undefined) invoices.push(invoice);
  }
  return { charges, invoices };
};

export const hasFacts = (event: AnyEvent): boolean =>
  event.type === 'repasse.charge.created.v1' || invoiceOf(event) !== undefined;

/** Every invoice that can be read has an event here that tells of it. */
const invoiceOf = (event: AnyEvent): InvoiceRow | undefined => {
  switch (event.type) {
    case 'repasse.attempt.offered.v1':
      return rowOf(event.data, { gross_amount_minor: event.data.grossAmountMinor });
    case 'repasse.charge.paid.v1':
    // A payment that was never offered: its attempt has no AttemptOffered.
    case 'repasse.payment.failed.v1':
      return rowOf(event.data);
    case 'repasse.payment.requested.v1':
      // Other payments are told of by AttemptOffered, or by PaymentFailed.
      return event.data.chargeId === null || methodRows[event.data.paymentMethod].settlesAtOnce
        ? rowOf(event.data)
        : undefined;
    case 'repasse.payout.requested.v1':
      return rowOf({ ...event.data, chargeId: null }, { withdrawal_id: event.data.withdrawalId });
    default:
      return undefined;
  }
};

interface Invoice {
  readonly invoiceId: number;
  readonly chargeId: string | null;
  readonly userId: number;
}

const rowOf = ({ invoiceId, chargeId, userId }: Invoice, more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  ...{ invoice_id: invoiceId, charge_id: chargeId, withdrawal_id: null, user_id: userId, gross_amount_minor: null },
  ...more,
});
