import { readGenerated } from './package-root';

/** A role of people, as roles.yaml has it. */
export interface Role {
  readonly role: string;
  /** As which a person in this role speaks, whatever other profiles the user has. */
  readonly profile: 'CUSTOMER' | 'OPERATOR' | 'ADMIN';
  readonly about: string;
  /** As it stands in a sentence: "You are invited as …". */
  readonly names: Readonly<Record<'pt-BR' | 'en', string>>;
  readonly scopes: readonly string[];
  /** The most that they may give back of one payment, in minor units; no limit of its own without it. */
  readonly refundMinorMax?: number;
}

/** A part of a seller's window that a portal link shows. */
export interface PortalScreen {
  readonly screen: string;
  readonly scopes: readonly string[];
  /** By their operationIds. */
  readonly operations: readonly string[];
}

interface Listed {
  readonly merchantKeys: readonly string[];
  readonly staffKeys: readonly string[];
  readonly everyPerson: readonly string[];
  readonly roles: readonly Role[];
  readonly portalScreens: readonly PortalScreen[];
}

const listed = readGenerated('roles.json') as Listed;

/** Scopes of API keys: of merchants, and those that keys of staff have beside them. */
export const { merchantKeys: scopesOfMerchantKeys, staffKeys: scopesOfStaffKeys } = listed;

/** Those of a person over themselves, whatever their role. */
export const scopesOfEveryPerson: readonly string[] = listed.everyPerson;

export const roles: readonly Role[] = listed.roles;

export const findRole = (name: string): Role | undefined => roles.find(({ role }) => role === name);

/** The scopes of a person in the role, those over themselves included. */
export const scopesOfRole = (role: Role): readonly string[] => [...role.scopes, ...scopesOfEveryPerson];

export const { portalScreens } = listed;

/** What a session behind a portal link may do: never more than a seller who signed in. */
export const scopesOfPortal = (screens: readonly string[]): readonly string[] => {
  const ofSeller = findRole('SELLER')?.scopes ?? [];
  const scopes = portalScreens.filter(({ screen }) => screens.includes(screen)).flatMap((each) => each.scopes);
  return [...new Set(scopes)].filter((scope) => ofSeller.includes(scope));
};

export const operationsOfPortal = (screens: readonly string[]): ReadonlySet<string> =>
  new Set(portalScreens.filter(({ screen }) => screens.includes(screen)).flatMap(({ operations }) => operations));
