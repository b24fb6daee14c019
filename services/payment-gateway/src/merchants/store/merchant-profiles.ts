import { type Tx } from '@repasse/chassis/postgres/database';
import { type Merchant } from '@repasse/checkout-kit/markup/merchant';

/** The name, contact and logo that payers see; null for a merchant without a profile. */
export const findMerchant = async (db: Tx, userId: number): Promise<Merchant | null> => {
  const [merchant] = await db.query<Merchant>(
    `select display_name as "displayName", support_email as "supportEmail", support_url as "supportUrl",
       logo_path as "logoPath", brand_color as "brandColor"
     from merchant_profiles where user_id = $1`,
    [userId],
  );
  return merchant ?? null;
};
