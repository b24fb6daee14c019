import { type Tx } from '@repasse/chassis/postgres/database';

export interface Person {
  readonly personId: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly locale: 'pt-BR' | 'en';
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly passwordHash: string;
  readonly createdAt: string;
}

const columns = `person_id as "personId", email, name, locale, status, password_hash as "passwordHash",
  created_at as "createdAt"`;

/** False when somebody signs in with this address already. */
export const insertPerson = async (tx: Tx, person: Person): Promise<boolean> => {
  const { personId, email, name, locale, status, passwordHash, createdAt } = person;
  const inserted = await tx.query(
    `insert into persons (person_id, email, name, locale, status, password_hash, password_changed_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7) on conflict do nothing returning person_id`,
    [personId, email, name, locale, status, passwordHash, createdAt],
  );
  return inserted.length > 0;
};

export const findPerson = async (tx: Tx, personId: string): Promise<Person | undefined> =>
  (await tx.query<Person>(`select ${columns} from persons where person_id = $1`, [personId]))[0];

/** Until the transaction ends, nobody else changes the person, their second factor or their sessions. */
export const lockPerson = async (tx: Tx, personId: string): Promise<Person | undefined> =>
  (await tx.query<Person>(`select ${columns} from persons where person_id = $1 for update`, [personId]))[0];

export const findPersonByEmail = async (tx: Tx, email: string): Promise<Person | undefined> =>
  (await tx.query<Person>(`select ${columns} from persons where email = $1`, [email]))[0];

export const updatePerson = async (
  tx: Tx,
  { personId, name, locale }: Pick<Person, 'personId' | 'name' | 'locale'>,
  now: string,
): Promise<void> => {
  await tx.query('update persons set name = $2, locale = $3, updated_at = $4 where person_id = $1', [
    ...[personId, name, locale, now],
  ]);
};

export const setPassword = async (tx: Tx, personId: string, passwordHash: string, now: string): Promise<void> => {
  await tx.query(
    'update persons set password_hash = $2, password_changed_at = $3, updated_at = $3 where person_id = $1',
    [personId, passwordHash, now],
  );
};
