import { type Tx } from '@repasse/chassis/postgres/database';
import { type EventData } from '@repasse/contracts';

/** A user as far as a charge needs to know: may this be a recipient? */
export interface User {
  readonly userId: number;
  readonly emailHash: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly profiles: readonly string[];
}

/** The name, contact and logo of a merchant, as the payer's page shows them, and who may frame it. */
export type MerchantProfile = Pick<
  EventData['repasse.user.profile_changed.v1'],
  'displayName' | 'supportEmail' | 'supportUrl' | 'logoPath' | 'frameOrigins' | 'brandColor'
>;

/** All that is kept of a user. */
export interface KeptUser extends User {
  /** Null for a user who gave none or took it back. */
  readonly merchantProfile: MerchantProfile | null;
}

/** Split recipients must be active users with the CUSTOMER profile. */
export const mayReceive = ({ status, profiles }: Pick<User, 'status' | 'profiles'>): boolean =>
  status === 'ACTIVE' && profiles.includes('CUSTOMER');

/** The caller says which e-mail hashes. */
export const usersSql = (whose: string): string => `
  select coalesce(json_agg(json_build_object(
    'userId', u.user_id, 'emailHash', u.email_hash, 'status', u.status, 'profiles', u.profiles
  )), '[]')
  from users u where u.email_hash ${whose}`;

export const isKnownUser = async (db: Tx, userId: number): Promise<boolean> =>
  (await db.query('select from users where user_id = $1', [userId])).length > 0;

export const findUsers = (tx: Tx, userIds: readonly number[]): Promise<readonly KeptUser[]> =>
  tx.query<KeptUser>(
    `select user_id as "userId", email_hash as "emailHash", status, profiles, merchant_profile as "merchantProfile"
     from users where user_id = any ($1)`,
    [userIds],
  );

export const keepUsers = async (tx: Tx, users: readonly KeptUser[]): Promise<void> => {
  await tx.query(
    `insert into users (user_id, email_hash, status, profiles, merchant_profile)
     select u."userId", u."emailHash", u.status, u.profiles, u."merchantProfile"
     from json_to_recordset($1)
       as u ("userId" bigint, "emailHash" text, status text, profiles text[], "merchantProfile" jsonb)
     on conflict (user_id) do update
       set email_hash = excluded.email_hash, status = excluded.status, profiles = excluded.profiles,
         merchant_profile = excluded.merchant_profile`,
    [JSON.stringify(users)],
  );
};
