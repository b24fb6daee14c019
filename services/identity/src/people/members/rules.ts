import { type Profile } from '@repasse/chassis/auth/principal';
import { findRole, scopesOfEveryPerson, scopesOfRole } from '@repasse/contracts/roles';
import { type Membership, type MembershipOfPerson, type RequiredCompany } from './table';

/** People and open invitations of a user. No team of a merchant is larger, and a list needs no pages. */
export const membersMax = 100;

/** Whether the user can have people in the role: those of staff speak with a profile, which the user must have. */
export const isRoleFor = (role: string, userProfiles: readonly Profile[]): boolean => {
  const profile = findRole(role)?.profile;
  return profile !== undefined && (profile === 'CUSTOMER' || userProfiles.includes(profile));
};

/** Whether the caller may give or take the role: an owner at a user of staff must not make themselves an administrator. */
export const mayGive = (role: string, caller: Profile): boolean => {
  const profile = findRole(role)?.profile;
  return profile === 'CUSTOMER' || caller === 'ADMIN';
};

/** Roles that may manage people: the last of them stays. */
export const managesPeople = (role: string): boolean => findRole(role)?.scopes.includes('members:write') === true;

/**
 * The provider by which a person has to come before they act for the user. Who manages people is asked for none: they turn the
 * requirement off when the provider is away.
 */
export const companyNeeded = ({
  role,
  requiredCompany,
}: Pick<MembershipOfPerson, 'role' | 'requiredCompany'>): RequiredCompany | null =>
  managesPeople(role) ? null : requiredCompany;

/** Where the company's provider is needed, what everybody may do for themselves: they have to link themselves by it. */
export const scopesIn = (membership: Pick<MembershipOfPerson, 'role' | 'requiredCompany'>): readonly string[] => {
  const role = findRole(membership.role);
  if (role === undefined) return [];
  return companyNeeded(membership) === null ? scopesOfRole(role) : scopesOfEveryPerson;
};

/** Whether nobody could manage the people of a user any more without this one. */
export const isLastOwner = (members: readonly Pick<Membership, 'personId' | 'role'>[], personId: string): boolean => {
  const owners = members.filter(({ role }) => managesPeople(role));
  return owners.length === 1 && owners[0]?.personId === personId;
};
