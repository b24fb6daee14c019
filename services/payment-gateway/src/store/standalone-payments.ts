import { type Database } from '@repasse/chassis/postgres/database';
import { type DocumentType } from '@repasse/checkout-kit/both-sides/documents';

/** What a merchant gets to see of a payment of theirs beside what its events say. */
export interface StandalonePayment {
  readonly paymentId: string;
  readonly userId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
  readonly documentType: DocumentType | null;
}

export interface StandalonePayments {
  /** A PIX payment without a charge; null when the invoice is of something else, or there is none. */
  find(invoiceId: number): Promise<StandalonePayment | null>;
}

export const createStandalonePayments = (db: Database): StandalonePayments => ({
  find: async (invoiceId) => {
    const [row] = await db.query<StandalonePayment>(findSql, [invoiceId]);
    return row ?? null;
  },
});

const findSql = `
  select p.payment_id as "paymentId", p.user_id as "userId", p.created_at as "createdAt", p.updated_at as "updatedAt",
         y.name, y.email, y.phone, y.document, y.document_type as "documentType"
  from payments p left join payers y using (payment_id)
  where p.invoice_id = $1 and p.charge_id is null and p.payment_method = 'PIX'`;
