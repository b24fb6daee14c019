import { invoiceNumberOf } from '@repasse/chassis/http/invoice-number';
import { type Tx } from '@repasse/chassis/postgres/database';

export type OwnCharge = {
  readonly charge_id: string;
  /** The invoice that was paid; null while there is nothing to announce. */
  readonly invoice_id: number | null;
  /** True when charge.paid has an address to go to. */
  readonly has_destination: boolean;
};

/** `id` is a charge id or the digits of an invoice id; only the owner's is found. */
export const findOwnCharge = async (tx: Tx, id: string, userId: number): Promise<OwnCharge | undefined> => {
  const isInvoice = invoiceNumberOf(id) !== 0;
  const [row] = await tx.query<OwnCharge>(
    `select c.charge_id,
       (select max(e.invoice_id) from webhook_events e where e.charge_id = c.charge_id and e.event_type = 'charge.paid')
         as invoice_id,
       c.webhook_url is not null
         or exists (select from deliveries d where d.charge_id = c.charge_id and d.event_type = 'charge.paid')
         as has_destination
     from charges c
     where c.user_id = $2
       and c.charge_id = ${isInvoice ? '(select i.charge_id from charge_invoices i where i.invoice_id = $1::bigint)' : '$1'}`,
    [id, userId],
  );
  return row;
};
