import { type Tx } from '@repasse/chassis/postgres/database';
import { logoPathOf } from '../merchant-profiles/rules';
import { findProfile } from '../merchant-profiles/table';

interface Brand {
  readonly displayName: string;
  readonly logoPath: string | null;
  readonly brandColor: string | null;
}

/**
 * Of the only merchant a seller sells at. Null for who sells at several: what they have there is one balance, and under one
 * merchant's name it would look like that merchant's alone.
 */
export const findBrand = async (tx: Tx, sellerUserId: number): Promise<Brand | null> => {
  const merchants = await tx.query<{ readonly userId: number }>(
    `select manager_user_id as "userId" from recipients where user_id = $1 and manager_user_id is not null
     union select merchant_user_id from merchant_recipients where user_id = $1 limit 2`,
    [sellerUserId],
  );
  const [only, another] = merchants;
  const profile = only === undefined || another !== undefined ? undefined : await findProfile(tx, only.userId);
  if (profile === undefined) return null;
  const { displayName, brandColor } = profile;
  return { displayName, logoPath: logoPathOf(profile), brandColor };
};
