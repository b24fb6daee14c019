import { type AnyEvent } from '@repasse/contracts';
import { chargeSummary } from '../domain/announcements/charges';
import { type ChargeRow, type Facts, type InvoiceRow } from '../store/feeds';

/** The facts of charges that later messages, or a merchant's resend, need. */
export const factsOf = (events: readonly AnyEvent[]): Facts => {
  const charges: ChargeRow[] = [];
  const invoices: InvoiceRow[] = [];
  for (const event of events) {
    switch (event.type) {
      case 'repasse.charge.created.v1': {
        const { chargeId, userId, webhookUrl } = event.data;
        charges.push({
          charge_id: chargeId,
          user_id: userId,
          webhook_url: webhookUrl,
          summary: chargeSummary(event.data),
        });
        break;
      }
      case 'repasse.attempt.offered.v1':
        invoices.push(invoiceOf(event.data, event.data.grossAmountMinor));
        break;
      case 'repasse.charge.paid.v1':
        // The first event of an attempt by card; merchants may use its invoice number too.
        invoices.push(invoiceOf(event.data, null));
        break;
      default:
    }
  }
  return { charges, invoices };
};

type Invoice = { readonly invoiceId: number; readonly chargeId: string; readonly userId: number };

const invoiceOf = ({ invoiceId, chargeId, userId }: Invoice, askedAmountMinor: number | null): InvoiceRow => ({
  invoice_id: invoiceId,
  charge_id: chargeId,
  user_id: userId,
  gross_amount_minor: askedAmountMinor,
});
