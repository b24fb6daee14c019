import { toIso } from '@repasse/chassis/clock';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type Card, SavedCard, type SavedCardDetails } from '../../providers/card';

export interface SavedCards {
  /** Whether there is a key to seal them with; without one no card is saved, and none is found. */
  readonly canKeep: boolean;
  /** Keeps the acquirer's token of the card that paid; the same payment again changes nothing. */
  keep(facts: PaymentFacts, card: Card, providerToken: string): Promise<void>;
  /** A card of this merchant at this acquirer. */
  find(o: { cardToken: string; userId: number; provider: string }): Promise<SavedCard | undefined>;
  /** For good, also without a key and whichever acquirer it is kept by; false when this merchant has no such card. */
  erase(o: { cardToken: string; userId: number }): Promise<boolean>;
}

interface Deps extends Pick<ServiceParts, 'db' | 'clock' | 'ids'> {
  readonly box: SealedBox | undefined;
}

export const createSavedCards = ({ db, clock, ids, box }: Deps): SavedCards => ({
  canKeep: box !== undefined,
  keep: async ({ paymentId, userId, provider }, card, providerToken) => {
    if (box === undefined) return;
    const cardToken = `card_${ids.ulid()}`;
    const { expirationMonth, expirationYear } = card.reveal();
    const sealed = box.seal(providerToken, contextOf(cardToken, userId));
    const about = [card.brand, card.last4, expirationMonth, expirationYear];
    await db.query(keepSql, [cardToken, userId, provider, sealed, ...about, paymentId, toIso(clock.now())]);
  },
  find: async ({ cardToken, userId, provider }) => {
    const [row] = await db.query<Row>(findSql, [cardToken, userId, provider]);
    if (row === undefined || box === undefined) return undefined;
    const { sealedToken, ...about } = row;
    return new SavedCard({ ...about, providerToken: box.open(sealedToken, contextOf(cardToken, userId)) });
  },
  erase: async ({ cardToken, userId }) => (await db.query(eraseSql, [cardToken, userId])).length > 0,
});

type Row = Omit<SavedCardDetails, 'providerToken'> & { readonly sealedToken: Buffer };

/** Put into another merchant's row, a sealed token opens no more. */
const contextOf = (cardToken: string, userId: number): string => `saved card ${cardToken} of ${userId}`;

const keepSql = `
  insert into saved_cards (
    card_token, user_id, provider, sealed_token, brand, last4, expiration_month, expiration_year, payment_id, created_at
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (payment_id) do nothing`;

const findSql = `
  select sealed_token as "sealedToken", brand, last4, expiration_month as "expirationMonth",
         expiration_year as "expirationYear"
  from saved_cards where card_token = $1 and user_id = $2 and provider = $3`;

const eraseSql = 'delete from saved_cards where card_token = $1 and user_id = $2 returning card_token';
