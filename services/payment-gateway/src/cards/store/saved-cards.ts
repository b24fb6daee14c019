import { toIso } from '@repasse/chassis/clock';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type Card, SavedCard, type SavedCardDetails } from '../../providers/card';

export type SavedCards = ReturnType<typeof createSavedCards>;

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

interface Deps extends Pick<ServiceParts, 'db' | 'clock' | 'ids'> {
  readonly box: SealedBox | undefined;
}

export const createSavedCards = ({ db, clock, ids, box }: Deps) => ({
  /** Whether there is a key to seal them with; without one no card is saved, and none is found. */
  canKeep: box !== undefined,
  /** Keeps the acquirer's token of the card that paid; the same payment again changes nothing. */
  keep: async ({ paymentId, userId, provider }: PaymentFacts, card: Card, providerToken: string): Promise<void> => {
    if (box === undefined) return;
    const cardToken = `card_${ids.ulid()}`;
    const { expirationMonth, expirationYear } = card.reveal();
    const sealed = box.seal(providerToken, contextOf(cardToken, userId));
    const about = [card.brand, card.last4, expirationMonth, expirationYear];
    await db.query(keepSql, [cardToken, userId, provider, sealed, ...about, paymentId, toIso(clock.now())]);
  },
  /** A card of this merchant at this acquirer. */
  find: async (o: { cardToken: string; userId: number; provider: string }): Promise<SavedCard | undefined> => {
    const { cardToken, userId, provider } = o;
    const [row] = await db.query<Row>(findSql, [cardToken, userId, provider]);
    if (row === undefined || box === undefined) return undefined;
    const { sealedToken, ...about } = row;
    return new SavedCard({ ...about, providerToken: box.open(sealedToken, contextOf(cardToken, userId)) });
  },
  /**
   * The cards of one merchant, newest first, from behind the card that is named. Without the acquirers' tokens, and
   * without the key: lists also cards that cannot be charged here any more.
   */
  list: (o: { userId: number; after: string | undefined; limit: number }): Promise<readonly ListedCard[]> =>
    db.query<ListedCard>(listSql, [o.userId, o.after ?? null, o.limit]),
  /** For good, also without a key and whichever acquirer it is kept by; false when this merchant has no such card. */
  erase: async ({ cardToken, userId }: { cardToken: string; userId: number }): Promise<boolean> =>
    (await db.query(eraseSql, [cardToken, userId])).length > 0,
});

type Row = Omit<SavedCardDetails, 'providerToken'> & { readonly sealedToken: Buffer };

/** Put into another merchant's row, a sealed token opens no more. */
export const contextOf = (cardToken: string, userId: number): string => `saved card ${cardToken} of ${userId}`;

const keepSql = `
  insert into saved_cards (
    card_token, user_id, provider, sealed_token, brand, last4, expiration_month, expiration_year, payment_id, created_at
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (payment_id) do nothing`;

const findSql = `
  select sealed_token as "sealedToken", brand, last4, expiration_month as "expirationMonth",
         expiration_year as "expirationYear"
  from saved_cards where card_token = $1 and user_id = $2 and provider = $3`;

/** A card_token ends in a ULID, so the greatest is the newest, and the name alone says where a page ends. */
const listSql = `
  select s.card_token as "cardToken", s.brand, s.last4, s.expiration_month as "expirationMonth",
         s.expiration_year as "expirationYear", p.charge_id as "chargeId", p.invoice_id as "invoiceId", s.created_at as "createdAt"
  from saved_cards s join payments p using (payment_id)
  where s.user_id = $1 and ($2::text is null or s.card_token < $2)
  order by s.card_token desc limit $3`;

const eraseSql = 'delete from saved_cards where card_token = $1 and user_id = $2 returning card_token';
