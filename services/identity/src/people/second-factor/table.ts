import { type Tx } from '@repasse/chassis/postgres/database';
import { type CodeApp } from '../../second-factor/rules';

export interface PersonFactor extends CodeApp {
  readonly personId: string;
  /** Of recovery codes that were not used. */
  readonly recoveryHashes: readonly Buffer[];
}

const columns = `person_id as "personId", sealed_secret as "sealedSecret", created_at as "createdAt",
  confirmed_at as "confirmedAt", last_step as "lastStep", wrong_codes as "wrongCodes", wrong_since as "wrongSince",
  recovery_hashes as "recoveryHashes"`;

const ofPerson = `select ${columns} from person_second_factors where person_id = $1`;

export const findPersonFactor = async (tx: Tx, personId: string): Promise<PersonFactor | undefined> =>
  (await tx.query<PersonFactor>(ofPerson, [personId]))[0];

/** Until the transaction ends nobody else tries a code of this person, so that one code counts once. */
export const lockPersonFactor = async (tx: Tx, personId: string): Promise<PersonFactor | undefined> =>
  (await tx.query<PersonFactor>(`${ofPerson} for update`, [personId]))[0];

/** In the place of one whose first code never came. */
export const keepPersonFactor = async (tx: Tx, factor: PersonFactor): Promise<void> => {
  const { personId, sealedSecret, createdAt, confirmedAt, lastStep, wrongCodes, wrongSince, recoveryHashes } = factor;
  await tx.query(
    `insert into person_second_factors
       (person_id, sealed_secret, created_at, confirmed_at, last_step, wrong_codes, wrong_since, recovery_hashes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (person_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at,
       confirmed_at = excluded.confirmed_at, last_step = excluded.last_step, wrong_codes = excluded.wrong_codes,
       wrong_since = excluded.wrong_since, recovery_hashes = excluded.recovery_hashes`,
    [personId, sealedSecret, createdAt, confirmedAt, lastStep, wrongCodes, wrongSince, recoveryHashes],
  );
};

export const deletePersonFactor = async (tx: Tx, personId: string): Promise<boolean> =>
  (await tx.query('delete from person_second_factors where person_id = $1 returning person_id', [personId])).length > 0;
