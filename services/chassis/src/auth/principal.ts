export const profiles = ['CUSTOMER', 'OPERATOR', 'ADMIN'] as const;
export type Profile = (typeof profiles)[number];

/** The caller, by their verified token. */
export interface Principal {
  readonly userId: number;
  readonly clientId: string;
  readonly profile: Profile;
  readonly scopes: readonly string[];
  /** The person who signed in and acts for the user; absent where a program calls by an API key. */
  readonly personId?: string;
  /** The portal link by whose session nobody in particular looks at what is the user's; there is no person then. */
  readonly portalLinkId?: string;
  /** The session in which the person does it. */
  readonly sessionId?: string;
  /** ISO 8601: when that person last proved a second factor; absent when they did not. */
  readonly provenAt?: string;
  /** The most that they may give back of one payment, in minor units; absent where their role has no limit. */
  readonly refundMinorMax?: number;
  /** ISO 8601. */
  readonly issuedAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The scope of a user's Idempotency-Keys: all their API keys share it. */
export const keyScopeOf = ({ userId }: Pick<Principal, 'userId'>): string => String(userId);
