import { type Tx } from '@repasse/chassis/postgres/database';

export type ChargeRow = {
  readonly charge_id: string;
  readonly user_id: number;
  readonly webhook_url: string | null;
  readonly kind: string;
  /** What the charge asks for; null where it was not kept yet. */
  readonly gross_amount_minor: number | null;
  readonly expires_at: string;
  readonly created_at: string;
};

export const insertCharge = async (tx: Tx, charge: ChargeRow): Promise<void> => {
  await tx.query(
    `insert into charges (charge_id, user_id, webhook_url, kind, gross_amount_minor, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      charge.charge_id,
      charge.user_id,
      charge.webhook_url,
      charge.kind,
      charge.gross_amount_minor,
      charge.expires_at,
      charge.created_at,
    ],
  );
};

export const insertInvoice = async (
  tx: Tx,
  invoice: { invoiceId: number; chargeId: string; userId: number; askedAmountMinor: number | null },
): Promise<void> => {
  await tx.query(
    `insert into charge_invoices (invoice_id, charge_id, user_id, gross_amount_minor)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [invoice.invoiceId, invoice.chargeId, invoice.userId, invoice.askedAmountMinor],
  );
};

/** What the attempt behind an invoice asked for; null where nobody said. */
export const findAskedAmount = async (tx: Tx, invoiceId: number): Promise<number | null> => {
  const [row] = await tx.query<{ askedAmountMinor: number | null }>(
    'select gross_amount_minor as "askedAmountMinor" from charge_invoices where invoice_id = $1',
    [invoiceId],
  );
  return row?.askedAmountMinor ?? null;
};

export const findCharge = async (tx: Tx, chargeId: string): Promise<ChargeRow | undefined> => {
  const [row] = await tx.query<ChargeRow>('select * from charges where charge_id = $1', [chargeId]);
  return row;
};

/** `id` is a charge id or the digits of an invoice id; only the owner's is found. */
export const findOwnCharge = async (
  tx: Tx,
  id: string,
  userId: number,
): Promise<(ChargeRow & { invoice_id: number | null }) | undefined> => {
  const isInvoice = /^\d{1,15}$/.test(id);
  const [row] = await tx.query<ChargeRow & { invoice_id: number | null }>(
    `select c.*, (select max(i.invoice_id) from charge_invoices i where i.charge_id = c.charge_id) as invoice_id
     from charges c
     where c.user_id = $2
       and c.charge_id = ${isInvoice ? '(select i.charge_id from charge_invoices i where i.invoice_id = $1::bigint)' : '$1'}`,
    [id, userId],
  );
  return row;
};
