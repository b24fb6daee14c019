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
