export type RecipientKind = 'PERSON' | 'COMPANY';

export type Verification = 'NOT_STARTED' | 'PENDING' | 'VERIFIED' | 'REFUSED' | 'SUSPENDED';

/** How far it is known who a user is. */
export interface Standing {
  readonly verification: Verification;
  /** Codes; empty unless REFUSED. */
  readonly refusalReasons: readonly string[];
  /** A code; null unless SUSPENDED. */
  readonly suspensionReason: string | null;
}

export interface Address {
  readonly street: string;
  readonly number: string;
  readonly complement?: string | null;
  readonly district: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Eight digits. */
  readonly postalCode: string;
}

/** The person who acts for a company. */
export interface Representative {
  readonly name: string;
  readonly document: string;
  readonly birthDate: string;
}

/** Personal data. Documents are plain, telephones begin with +55. */
export interface LegalData {
  readonly name: string;
  readonly tradeName: string | null;
  readonly document: string;
  readonly telephone: string | null;
  readonly address: Address | null;
  readonly birthDate: string | null;
  readonly representative: Representative | null;
  readonly activity: string | null;
}

/** The legal side of a user, without personal data. */
export interface Recipient extends Standing {
  readonly userId: number;
  readonly managerUserId: number | null;
  readonly kind: RecipientKind;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A seller as a merchant describes them. */
export interface Described {
  readonly email: string;
  readonly kind: RecipientKind;
  readonly externalReference: string | null;
  readonly data: LegalData;
}
