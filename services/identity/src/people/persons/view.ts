import { type Tx } from '@repasse/chassis/postgres/database';
import { findRole, scopesOfRole } from '@repasse/contracts/roles';
import { membershipsOfPerson, type MembershipOfPerson } from '../members/table';
import { companyOfSession } from '../sessions/table';
import { type Person } from './table';

/** A person with what they may do, and where. */
export const personView = (
  { personId, email, name, locale, createdAt }: Omit<Person, 'passwordHash' | 'status'>,
  memberships: readonly MembershipOfPerson[],
) => ({
  ...{ personId, email, name, locale, createdAt },
  memberships: memberships.map(({ userId, userName, role }) => ({ userId, userName, role, scopes: scopesOf(role) })),
});

const scopesOf = (name: string): readonly string[] => {
  const role = findRole(name);
  return role === undefined ? [] : scopesOfRole(role);
};

/** With what they may do in the session that asks. */
export const readPersonView = async (tx: Tx, person: Person, sessionId: string) =>
  personView(person, await membershipsOfPerson(tx, person.personId, await companyOfSession(tx, sessionId)));
