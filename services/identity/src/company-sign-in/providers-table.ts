import { type Tx } from '@repasse/chassis/postgres/database';

/** The provider of a user's people. */
export interface CompanyProvider {
  readonly userId: number;
  readonly signInName: string;
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: Buffer;
  /** Whether the user's people, but those who manage them, act for it in sessions by it only. */
  readonly isRequired: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const columns = `c.user_id as "userId", c.sign_in_name as "signInName", c.display_name as "displayName", c.issuer,
  c.client_id as "clientId", c.sealed_secret as "sealedSecret", c.is_required as "isRequired",
  c.created_at as "createdAt", c.updated_at as "updatedAt"`;

export const findProvider = async (tx: Tx, userId: number): Promise<CompanyProvider | undefined> =>
  (await tx.query<CompanyProvider>(`select ${columns} from company_providers c where user_id = $1`, [userId]))[0];

/** Of a user that is not suspended. */
const usable = `select ${columns} from company_providers c join users u on u.id = c.user_id where u.status = 'ACTIVE'`;

export const findUsableProvider = async (tx: Tx, userId: number): Promise<CompanyProvider | undefined> =>
  (await tx.query<CompanyProvider>(`${usable} and c.user_id = $1`, [userId]))[0];

export const findProviderByName = async (tx: Tx, signInName: string): Promise<CompanyProvider | undefined> =>
  (await tx.query<CompanyProvider>(`${usable} and c.sign_in_name = $1`, [signInName]))[0];

/** Throws a unique violation where another user has the name. */
export const keepProvider = async (tx: Tx, provider: CompanyProvider): Promise<void> => {
  const { userId, signInName, displayName, issuer, clientId, sealedSecret, isRequired, createdAt, updatedAt } =
    provider;
  await tx.query(
    `insert into company_providers
       (user_id, sign_in_name, display_name, issuer, client_id, sealed_secret, is_required, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (user_id) do update set sign_in_name = excluded.sign_in_name, display_name = excluded.display_name,
       issuer = excluded.issuer, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
       is_required = excluded.is_required, updated_at = excluded.updated_at`,
    [userId, signInName, displayName, issuer, clientId, sealedSecret, isRequired, createdAt, updatedAt],
  );
};

export const deleteProvider = async (tx: Tx, userId: number): Promise<void> => {
  await tx.query('delete from company_providers where user_id = $1', [userId]);
};

/** Binds a sealed secret to its user. */
export const contextOf = (userId: number): string => `company provider ${String(userId)}`;
