import { type Database } from '@repasse/chassis/postgres/database';

export interface ListedCard {
  readonly cardToken: string;
  readonly brand: string;
  readonly last4: string;
  readonly expirationMonth: number;
  readonly expirationYear: number;
  /** Of the payment it was saved with. */
  readonly chargeId: string;
  readonly invoiceId: number;
  readonly createdAt: string;
}

/**
 * The cards of one merchant, newest first, from behind the card that is named. Without the acquirers' tokens, and
 * without the key: lists also cards that cannot be charged here any more.
 */
export const findSavedCards = (
  db: Database,
  { userId, after, limit }: { userId: number; after: string | undefined; limit: number },
): Promise<readonly ListedCard[]> => db.query<ListedCard>(listSql, [userId, after ?? null, limit]);

/** A card_token ends in a ULID, so the greatest is the newest, and the name alone says where a page ends. */
const listSql = `
  select s.card_token as "cardToken", s.brand, s.last4, s.expiration_month as "expirationMonth",
         s.expiration_year as "expirationYear", p.charge_id as "chargeId", p.invoice_id as "invoiceId", s.created_at as "createdAt"
  from saved_cards s join payments p using (payment_id)
  where s.user_id = $1 and ($2::text is null or s.card_token < $2)
  order by s.card_token desc limit $3`;
