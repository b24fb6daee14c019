import { type Tx } from '@repasse/chassis/postgres/database';
import { type Logo, type MerchantProfile } from './rules';

const columns = `user_id as "userId", display_name as "displayName", support_email as "supportEmail",
  support_url as "supportUrl", logo_digest as "logoDigest", frame_origins as "frameOrigins", brand_color as "brandColor",
  updated_at as "updatedAt"`;

export const findProfile = async (tx: Tx, userId: number): Promise<MerchantProfile | undefined> =>
  (await tx.query<MerchantProfile>(`select ${columns} from merchant_profiles where user_id = $1`, [userId]))[0];

/** All but the logo, which has statements of its own. */
export const keepProfile = async (tx: Tx, profile: MerchantProfile): Promise<void> => {
  const { userId, displayName, supportEmail, supportUrl, frameOrigins, brandColor, updatedAt } = profile;
  await tx.query(
    `insert into merchant_profiles (user_id, display_name, support_email, support_url, frame_origins, brand_color,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update set display_name = excluded.display_name, support_email = excluded.support_email,
       support_url = excluded.support_url, frame_origins = excluded.frame_origins, brand_color = excluded.brand_color,
       updated_at = excluded.updated_at`,
    [userId, displayName, supportEmail, supportUrl, frameOrigins, brandColor, updatedAt],
  );
};

/** The logo is in the same row. */
export const deleteProfile = async (tx: Tx, userId: number): Promise<void> => {
  await tx.query('delete from merchant_profiles where user_id = $1', [userId]);
};

/** Null takes the logo away. */
export const keepLogo = async (
  tx: Tx,
  { userId, updatedAt }: Pick<MerchantProfile, 'userId' | 'updatedAt'>,
  logo: Logo | null,
): Promise<void> => {
  await tx.query(
    `update merchant_profiles
     set logo_digest = $2, logo_content_type = $3, logo_bytes = $4, updated_at = $5 where user_id = $1`,
    [userId, logo?.digest ?? null, logo?.contentType ?? null, logo?.bytes ?? null, updatedAt],
  );
};

/** Whose ever it is. */
export const findLogo = async (tx: Tx, digest: string): Promise<Logo | undefined> =>
  (
    await tx.query<Logo>(
      `select logo_digest as digest, logo_content_type as "contentType", logo_bytes as bytes
       from merchant_profiles where logo_digest = $1 limit 1`,
      [digest],
    )
  )[0];
