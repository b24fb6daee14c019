export const profiles = ['CUSTOMER', 'OPERATOR', 'ADMIN'] as const;
export type Profile = (typeof profiles)[number];

/** Who is asking, as their verified token says. */
export interface Principal {
  readonly userId: number;
  readonly clientId: string;
  readonly profile: Profile;
  readonly scopes: readonly string[];
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Whose Idempotency-Keys a user's requests bring: all their API keys share one room of them. */
export const keyScopeOf = ({ userId }: Pick<Principal, 'userId'>): string => String(userId);
