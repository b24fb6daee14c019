import { type Tx } from '@repasse/chassis/postgres/database';

export type ChargeRow = {
  readonly charge_id: string;
  readonly user_id: number;
  readonly webhook_url: string | null;
  readonly kind: string;
  /** What the charge asks for. */
  readonly gross_amount_minor: number;
  readonly expires_at: string;
  readonly created_at: string;
};

export type InvoiceRow = {
  readonly invoice_id: number;
  readonly charge_id: string;
  readonly user_id: number;
  /** What the attempt asked for; null for one that is told of only when it is paid. */
  readonly gross_amount_minor: number | null;
};

/** What a batch of events says, in its order. What is known already stays as it is. */
export type ChargeNews = {
  readonly charges: readonly ChargeRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly paid: readonly { readonly charge_id: string; readonly invoice_id: number }[];
};

/** A charge that was paid, with the attempt that paid it and the last announcement that was made of it. */
export type PaidCharge = Omit<ChargeRow, 'user_id'> & {
  readonly attempt_amount_minor: number | null;
  readonly last_webhook_id: string | null;
  readonly last_sequence: number | null;
};

/** Keeps the news, and returns the charges that were paid by their ids. One that nobody told of is not among them. */
export const learnOfCharges = async (tx: Tx, news: ChargeNews): Promise<ReadonlyMap<string, PaidCharge>> => {
  const rows = await tx.query<PaidCharge>('select * from learn_of_charges($1::jsonb, $2::jsonb, $3::jsonb)', [
    JSON.stringify(news.charges),
    JSON.stringify(news.invoices),
    JSON.stringify(news.paid),
  ]);
  return new Map(rows.map((row) => [row.charge_id, row]));
};

export type OwnCharge = {
  readonly charge_id: string;
  readonly webhook_url: string | null;
  /** The invoice that was paid; null while there is nothing to announce. */
  readonly invoice_id: number | null;
};

/** `id` is a charge id or the digits of an invoice id; only the owner's is found. */
export const findOwnCharge = async (tx: Tx, id: string, userId: number): Promise<OwnCharge | undefined> => {
  const isInvoice = /^\d{1,16}$/.test(id);
  const [row] = await tx.query<OwnCharge>(
    `select c.charge_id, c.webhook_url, max(m.invoice_id) as invoice_id
     from charges c
     left join webhook_messages m on m.charge_id = c.charge_id
     where c.user_id = $2
       and c.charge_id = ${isInvoice ? '(select i.charge_id from charge_invoices i where i.invoice_id = $1::bigint)' : '$1'}
     group by c.charge_id`,
    [id, userId],
  );
  return row;
};
