import { type Tx } from '@repasse/chassis/postgres/database';
import { scopesIn } from '../members/rules';
import { membershipsOfPerson, type MembershipOfPerson } from '../members/table';
import { companyOfSession } from '../sessions/table';
import { type Person } from './table';

/** A person with what they may do, and where. */
export const personView = (
  { personId, email, name, locale, createdAt }: Omit<Person, 'passwordHash' | 'status'>,
  memberships: readonly MembershipOfPerson[],
) => ({
  ...{ personId, email, name, locale, createdAt },
  memberships: memberships.map((membership) => {
    const { userId, userName, role } = membership;
    return { userId, userName, role, scopes: scopesIn(membership) };
  }),
});

/** With what they may do in the session that asks. */
export const readPersonView = async (tx: Tx, person: Person, sessionId: string) =>
  personView(person, await membershipsOfPerson(tx, person.personId, await companyOfSession(tx, sessionId)));
