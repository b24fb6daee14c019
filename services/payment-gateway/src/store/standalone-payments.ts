import { type Database } from '@repasse/chassis/postgres/database';
import { type DocumentType } from '@repasse/checkout-kit/both-sides/documents';

/** What a merchant gets to see of a payment of theirs beside what its events say. */
export interface StandalonePayment {
  readonly paymentId: string;
  readonly userId: number;
  readonly paymentMethod: 'PIX' | 'CREDIT_CARD';
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly document: string | null;
  readonly documentType: DocumentType | null;
  /** In how many parts a card may pay; null for payments that are not by card. */
  readonly installmentsMax: number | null;
  /** Our name for the card that was saved with it; null when none was. */
  readonly cardToken: string | null;
  /** The last of its checkout; null where it has none. */
  readonly latestInvoiceId: number | null;
}

export interface StandalonePayments {
  /** A payment without a charge, by PIX or by card; null when the invoice is of something else, or there is none. */
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
         p.payment_method as "paymentMethod", y.name, y.email, y.phone, y.document, y.document_type as "documentType",
         c.installments_max as "installmentsMax", s.card_token as "cardToken", latest.invoice_id as "latestInvoiceId"
  from payments p
  left join payers y using (payment_id)
  left join saved_cards s using (payment_id)
  left join checkout_payments place using (payment_id)
  left join checkouts c on c.checkout_id = place.checkout_id
  left join lateral (
    select l.invoice_id from checkout_payments n join payments l using (payment_id)
    where n.checkout_id = place.checkout_id order by n.number desc limit 1
  ) latest on true
  where p.invoice_id = $1 and p.charge_id is null and p.payment_method in ('PIX', 'CREDIT_CARD')`;
