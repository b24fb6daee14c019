export const profiles = ['CUSTOMER', 'OPERATOR', 'ADMIN'] as const;
export type Profile = (typeof profiles)[number];

/** The caller, by their verified token. */
export interface Principal {
  readonly userId: number;
  readonly clientId: string;
  readonly profile: Profile;
  readonly scopes: readonly string[];
  /** ISO 8601. */
  readonly issuedAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The scope of a user's Idempotency-Keys: all their API keys share it. */
export const keyScopeOf = ({ userId }: Pick<Principal, 'userId'>): string => String(userId);
