import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { type Tx } from '@repasse/chassis/postgres/database';

/** The object that an invoice number or a charge id names. A payment in coins has neither charge nor withdrawal. */
export interface Subject {
  /** Null where a charge was named by its id. */
  readonly invoice_id: number | null;
  readonly charge_id: string | null;
  readonly withdrawal_id: string | null;
}

/** `id` is a charge id or the digits of an invoice id. Only the owner's is found, unless `owner` is null. */
export const findSubject = async (tx: Tx, id: string, owner: number | null): Promise<Subject | undefined> => {
  const isInvoice = invoiceNumberOf(id) !== 0;
  const [row] = await tx.query<Subject>(
    isInvoice
      ? `select invoice_id, charge_id, withdrawal_id from charge_invoices
         where invoice_id = $1::bigint and ($2::bigint is null or user_id = $2)`
      : `select null as invoice_id, charge_id, null as withdrawal_id from charges
         where charge_id = $1 and ($2::bigint is null or user_id = $2)`,
    [id, owner],
  );
  return row;
};

/** A message about an invoice. */
export interface InvoiceMessage {
  readonly webhook_id: string;
  readonly event_type: string;
  readonly invoice_id: number | null;
  /** True when it went, or is to go, to any address. */
  readonly has_deliveries: boolean;
}

/** The message that is sent again for a subject: charge.paid of a charge, the latest of a payment or a withdrawal. */
export const findMessage = async (
  tx: Tx,
  { invoice_id, charge_id, withdrawal_id }: Subject,
): Promise<InvoiceMessage | undefined> => {
  const [condition, key] =
    charge_id !== null
      ? [`charge_id = $1 and event_type = 'charge.paid'`, charge_id]
      : withdrawal_id !== null
        ? ['withdrawal_id = $1', withdrawal_id]
        : [`invoice_id = $1 and charge_id is null and event_type like 'payment.%'`, invoice_id];
  const [row] = await tx.query<InvoiceMessage>(
    `select e.webhook_id, e.event_type, e.invoice_id,
       exists (select from deliveries d where d.webhook_id = e.webhook_id) as has_deliveries
     from webhook_events e where ${condition} order by e.sequence desc limit 1`,
    [key],
  );
  return row;
};

/** The highest invoice number there is; 0 when there is none. */
export const latestInvoiceNumber = async (tx: Tx): Promise<number> => {
  const [row] = await tx.query<{ latest: number | null }>('select max(invoice_id) as latest from charge_invoices');
  return row?.latest ?? 0;
};
