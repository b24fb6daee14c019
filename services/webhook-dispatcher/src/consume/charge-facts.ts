import { type AnyEvent } from '@repasse/contracts';
import { chargeSummary } from '../domain/announcements/charges';
import { type ChargeRow, type InvoiceRow } from '../store/feeds';

/** What events say of charges that later messages, or whoever asks for a resend, need. */
export type ChargeFacts = { readonly charges: readonly ChargeRow[]; readonly invoices: readonly InvoiceRow[] };

export const factsOf = (events: readonly AnyEvent[]): ChargeFacts => {
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
        // An attempt by card is told of for the first time here; its invoice number is one to ask by as well.
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
