import { type AnyEvent, type EventData, type EventEnvelope, type EventType } from '@repasse/contracts';
import { type ChargeNews, type ChargeRow, type InvoiceRow } from '../store/charges';

/** What the dispatcher learns something from. */
export const knownTypes = [
  'repasse.charge.created.v1',
  'repasse.attempt.offered.v1',
  'repasse.charge.paid.v1',
] as const satisfies readonly EventType[];

/** What a webhook follows from. */
export const announcedTypes = ['repasse.charge.paid.v1'] as const satisfies readonly EventType[];

export type ChargePaid = EventEnvelope<'repasse.charge.paid.v1'>;

export type BatchNews = ChargeNews & {
  /** The first payment of each charge; a second announcement of the same fact would say nothing new. */
  readonly payments: readonly ChargePaid[];
};

/** Reads from a batch of events what the dispatcher has to know. Other events say nothing to it. */
export const newsOf = (events: readonly AnyEvent[]): BatchNews => {
  const charges: ChargeRow[] = [];
  const invoices: InvoiceRow[] = [];
  const payments = new Map<string, ChargePaid>();
  for (const event of events) {
    switch (event.type) {
      case 'repasse.charge.created.v1':
        charges.push(chargeOf(event.data));
        break;
      case 'repasse.attempt.offered.v1':
        invoices.push(invoiceOf(event.data, event.data.grossAmountMinor));
        break;
      case 'repasse.charge.paid.v1':
        // An attempt by card is told of for the first time here; its invoice number is one to ask by as well.
        invoices.push(invoiceOf(event.data, null));
        if (!payments.has(event.data.chargeId)) payments.set(event.data.chargeId, event);
        break;
      default:
    }
  }
  const paid = [...payments.values()].map(({ data }) => ({ charge_id: data.chargeId, invoice_id: data.invoiceId }));
  return { charges, invoices, paid, payments: [...payments.values()] };
};

const chargeOf = (created: EventData['repasse.charge.created.v1']): ChargeRow => ({
  charge_id: created.chargeId,
  user_id: created.userId,
  webhook_url: created.webhookUrl,
  kind: created.kind,
  gross_amount_minor: created.grossAmountMinor,
  expires_at: created.expiresAt,
  created_at: created.createdAt,
});

type Invoice = { readonly invoiceId: number; readonly chargeId: string; readonly userId: number };

const invoiceOf = ({ invoiceId, chargeId, userId }: Invoice, askedAmountMinor: number | null): InvoiceRow => ({
  invoice_id: invoiceId,
  charge_id: chargeId,
  user_id: userId,
  gross_amount_minor: askedAmountMinor,
});
