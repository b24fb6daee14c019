import { type Tx } from '@repasse/chassis/postgres/database';

/** A payment in coins as its merchant finds it by its payer. */
export interface FoundCryptoPayment {
  readonly invoiceId: number;
  readonly externalReference: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly customerName: string | null;
  readonly customerEmail: string;
  readonly createdAt: string;
}

export interface CryptoSearch {
  readonly userId: number;
  /** In any case. */
  readonly email: string;
  /** Only those with a lower number. */
  readonly after: number | undefined;
  readonly limit: number;
}

/** Newest first. Payers live here alone, so an erased one is not found. */
export const findCryptoPayments = (
  db: Tx,
  { userId, email, after, limit }: CryptoSearch,
): Promise<readonly FoundCryptoPayment[]> =>
  db.query<FoundCryptoPayment>(
    `select p.invoice_id as "invoiceId", p.external_reference as "externalReference", p.amount_minor as "amountMinor",
            p.currency, y.name as "customerName", y.email as "customerEmail", p.created_at as "createdAt"
     from payers y join payments p using (payment_id)
     where lower(y.email) = lower($2) and p.user_id = $1 and p.payment_method = 'CRYPTO'
       and p.invoice_id < coalesce($3::bigint, 9223372036854775807)
     order by p.invoice_id desc limit $4`,
    [userId, email, after ?? null, limit],
  );
